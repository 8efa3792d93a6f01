/** Summary of a conversation that a chat service made from the transcript. It may be wrong: check it against the transcript. */
export interface CallSummary {
  /** Who talked for the other side. */
  who: string | null;
  agreed: string | null;
  /** Claim, order and ticket numbers that were said. */
  references: readonly string[];
  toDo: readonly string[];
  atMs: number;
}

/** As the API and the events show it. */
export function viewSummary({ who, agreed, references, toDo, atMs }: CallSummary) {
  return { who, agreed, references: [...references], to_do: [...toDo], at: new Date(atMs).toISOString() };
}
export type CallSummaryView = ReturnType<typeof viewSummary>;
