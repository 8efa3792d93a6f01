/** What came out of a talk, as a chat service made it of the transcript: to be checked against that, never to be relied on. */
export interface CallSummary {
  /** Who talked for the other side. */
  who: string | null;
  agreed: string | null;
  /** Claim, order and ticket numbers that were said. */
  references: readonly string[];
  toDo: readonly string[];
  atMs: number;
}

/** As it is shown and told. */
export function viewSummary({ who, agreed, references, toDo, atMs }: CallSummary) {
  return { who, agreed, references: [...references], to_do: [...toDo], at: new Date(atMs).toISOString() };
}
export type CallSummaryView = ReturnType<typeof viewSummary>;
