/** What the dashboard asks of the practice network. */
export interface PracticeApi {
  start(): Promise<void>;
  stop(): Promise<void>;
}
