import type { Background } from "#worker/feature-background";
import { countedReasons } from "#worker/services/reasons/reason-counts.writes";

export const reasonsBackground: Background = { subscribers: [countedReasons] };
