import { TransientMap } from '../../core/concurrency/transient-map.ts';
import type { Reservation, UploadReservations } from '../storage/index.ts';
import type { PartUploadRow } from './repository/part-upload-repository.ts';

/** The reservations of unfinished uploads, and the addresses of those that began in this run, by id. */
export class OpenUploads {
  readonly #all: UploadReservations;
  readonly #reservations = new TransientMap<string, Reservation>();
  readonly #addresses = new TransientMap<string, string>();

  constructor(reservations: UploadReservations) {
    this.#all = reservations;
  }

  /** Returns the reservation of an upload, which is empty when it is new. */
  reserve({ id, userId }: Pick<PartUploadRow, 'id' | 'userId'>): Reservation {
    const known = this.#reservations.get(id);
    if (known) return known;
    const reservation = this.#all.reserve(userId);
    this.#reservations.set(id, reservation);
    return reservation;
  }

  reservation(id: string): Reservation | undefined {
    return this.#reservations.get(id);
  }

  begun(id: string, address: string): void {
    this.#addresses.set(id, address);
  }

  /** Returns how many uploads an address has begun in this run and not finished. */
  from(address: string): number {
    let open = 0;
    for (const one of this.#addresses.values()) if (one === address) open += 1;
    return open;
  }

  close(id: string): void {
    this.#reservations.get(id)?.close();
    this.#reservations.delete(id);
    this.#addresses.delete(id);
  }
}
