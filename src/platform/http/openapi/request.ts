import type * as z from 'zod';
import type { EndpointContract } from '../../../contract/endpoint.ts';
import { requestHeaders } from '../../../contract/headers.ts';
import { exampleOf } from './example.ts';
import type { Json, Schemas } from './schemas.ts';

/** Converts a header name to the form of `X-File-Name`; schemas use lower case, as Node does. */
const headerName = (name: string): string =>
  name.replace(/(^|-)([a-z])/g, (letter) => letter.toUpperCase()).replace(/-Id$/, '-ID');

function parametersIn(place: 'path' | 'query' | 'header', schema: z.ZodType, schemas: Schemas): Json[] {
  const { properties, required = [] } = schemas.of(schema, 'input') as {
    properties: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name: place === 'header' ? headerName(name) : name,
    in: place,
    required: required.includes(name),
    ...(description === undefined ? {} : { description }),
    schema: rest,
    ...(schemas.resolve(rest).examples ? { example: exampleOf(rest, schemas) } : {}),
  }));
}

/** Returns the parameters of an operation, including headers defined by HTTP. */
export function parameters(contract: EndpointContract, schemas: Schemas): Json[] {
  const { params, query, headers, httpHeaders = [] } = contract;
  return [
    ...(params ? parametersIn('path', params, schemas) : []),
    ...(query ? parametersIn('query', query, schemas) : []),
    ...(headers ? parametersIn('header', headers, schemas) : []),
    ...httpHeaders.map((name) => ({
      name,
      in: 'header',
      required: false,
      ...requestHeaders[name],
      schema: { type: 'string' },
    })),
  ];
}

/** A form with one file; other fields are ignored. */
const fileForm = {
  schema: {
    type: 'object',
    properties: {
      file: { type: 'string', contentMediaType: 'application/octet-stream', description: 'The file' },
    },
    required: ['file'],
  },
};

/** Bytes have no schema, only a media type. */
const bytes = {};

/** Returns the body of an operation, or undefined without one. */
export function requestBody({ body }: EndpointContract, schemas: Schemas): Json | undefined {
  if (!body) return undefined;
  if (!body.schema) {
    const mediaTypes = 'mediaTypes' in body ? body.mediaTypes : [];
    return {
      required: true,
      content: Object.fromEntries(
        mediaTypes.map((type) => [type, type === 'multipart/form-data' ? fileForm : bytes]),
      ),
    };
  }
  const schema = schemas.of(body.schema, 'input');
  return {
    required: true,
    content: { 'application/json': { schema, example: exampleOf(schema, schemas) } },
  };
}
