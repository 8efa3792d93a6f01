/** A confidence in words; the number is shown next to it where there is room. */
export function sureness(confidence: number): string {
  if (confidence >= 0.9) return 'sure';
  return confidence >= 0.7 ? 'fairly sure' : 'not sure';
}
