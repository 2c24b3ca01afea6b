const POWERS: readonly bigint[] = Array.from({ length: 65 }, (_, exponent) => 10n ** BigInt(exponent));

/** 10^exponent for a whole exponent of zero or more. */
export function powerOfTen(exponent: number): bigint {
  return POWERS[exponent] ?? 10n ** BigInt(exponent);
}
