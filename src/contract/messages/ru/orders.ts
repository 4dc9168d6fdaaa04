import type { orders as english } from '../en/orders.ts';
import type { Translation } from '../message.ts';

export const orders: Translation<typeof english> = {};
