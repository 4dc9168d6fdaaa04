/**
 * Why a book is not shown. `unreadable`: it is damaged; `too_large`: it decompresses to more than is allowed;
 * `protected`: it is encrypted for the apps of a shop (DRM).
 */
export type BookFailure = 'unreadable' | 'too_large' | 'protected';

export class BookProblem extends Error {
  readonly reason: BookFailure;

  constructor(reason: BookFailure) {
    super(reason);
    this.reason = reason;
  }
}
