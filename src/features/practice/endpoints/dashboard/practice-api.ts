/** Operations of the dashboard on the practice network. */
export interface PracticeApi {
  start(): Promise<void>;
  stop(): Promise<void>;
}
