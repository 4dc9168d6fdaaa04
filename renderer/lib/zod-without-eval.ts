import * as z from 'zod';

// Without this, zod compiles code for each object schema, which the content security policy forbids and reports. Import
// this module before any module that creates schemas.
z.config({ jitless: true });
