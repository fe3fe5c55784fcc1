/** From which size on a tenant is alerted. */
export interface AlertThresholds {
  /** Hours by which the best known time of an arrival moves. */
  readonly etaChangedHours: number;
  /** Hours between the times of two sources. */
  readonly disagreementHours: number;
  /** Days that are left before the last free day ends. */
  readonly lastFreeDayNearDays: number;
  /** Hours without news of an arrival that is near. */
  readonly noNewsHours: number;
}

/** The values that each threshold can have: facts are stored by step, so that reading by threshold is a filter. */
export const alertThresholdSteps = {
  etaChangedHours: [1, 3, 6, 12, 24, 48],
  disagreementHours: [12, 24, 48, 72],
  lastFreeDayNearDays: [1, 2, 3, 5],
  noNewsHours: [24, 48, 72, 120],
} as const satisfies Readonly<Record<keyof AlertThresholds, readonly number[]>>;

/** Thresholds where the access file has no others, and while access is open. */
export const defaultAlertThresholds: AlertThresholds = {
  etaChangedHours: 6,
  disagreementHours: 24,
  lastFreeDayNearDays: 2,
  noNewsHours: 72,
};
