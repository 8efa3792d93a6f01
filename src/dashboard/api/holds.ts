/** What `/stats/holds` answers. */

export interface HoldStatistics {
  /** Seconds on hold, all calls together. */
  hold_time: number;
  calls: number;
  reached: number;
  by_day: { date: string; hold_time: number }[];
  by_company: CompanyWaits[];
  by_hour: HourWait[];
}

export interface CompanyWaits {
  company: string;
  number: string;
  /** Seconds on hold of each call. */
  samples: number[];
  p25: number;
  p50: number;
  p75: number;
}

export interface HourWait {
  number: string;
  /** 1 is Monday. */
  weekday: number;
  hour: number;
  calls: number;
  p50: number;
}
