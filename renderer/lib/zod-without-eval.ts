import * as z from 'zod';

// zod would try to compile code for each object schema when it is made, which the content security policy
// forbids and reports. So this module has to come before any that makes schemas.
z.config({ jitless: true });
