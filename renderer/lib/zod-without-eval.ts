import * as z from 'zod';

// zod would compile code for each object schema when it is created, which the content security policy
// forbids and reports. This module must be imported before any module that creates schemas.
z.config({ jitless: true });
