/** The change of a document in one step of the scenario. */
export type StepKind =
  | 'FIRST_NOTICE'
  | 'SECOND_LABEL'
  | 'ETA_CHANGED'
  | 'TERMINAL_CHANGED'
  | 'VESSEL_CHANGED'
  | 'CARGO_ROLLED'
  | 'DISCHARGE_MOVED'
  | 'CHARGES_CHANGED'
  | 'LEG_CANCELLED'
  | 'CARGO_RELEASED'
  | 'RELEASE_WITHDRAWN'
  | 'LATE_OLD_VERSION'
  | 'DUPLICATE'
  | 'FAULTY_NO_TIME'
  | 'FAULTY_NULLS';
