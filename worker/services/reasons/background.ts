import type { Background } from "#worker/feature-background";
import { countedReasons } from "#worker/services/reasons/writes";

export const reasonsBackground: Background = { subscribers: [countedReasons] };
