/** Thresholds above or below which a tenant is alerted. */
export interface AlertThresholds {
  /** Hours by which the best known time of an arrival has to change. */
  readonly etaChangedHours: number;
  /** Hours between the times reported by two sources. */
  readonly disagreementHours: number;
  /** Days before the end of the last free day. */
  readonly lastFreeDayNearDays: number;
  /** Hours without news of an approaching arrival. */
  readonly noNewsHours: number;
}

/**
 * The values that each threshold can have. Facts are stored by these values, so that reading by threshold is a filter.
 */
export const alertThresholdSteps = {
  etaChangedHours: [1, 3, 6, 12, 24, 48],
  disagreementHours: [12, 24, 48, 72],
  lastFreeDayNearDays: [1, 2, 3, 5],
  noNewsHours: [24, 48, 72, 120],
} as const satisfies Readonly<Record<keyof AlertThresholds, readonly number[]>>;

/** Thresholds that apply unless the access file overrides them, and while access is open. */
export const defaultAlertThresholds: AlertThresholds = {
  etaChangedHours: 6,
  disagreementHours: 24,
  lastFreeDayNearDays: 2,
  noNewsHours: 72,
};
