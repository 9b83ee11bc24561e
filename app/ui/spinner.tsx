import { BusyMark } from "#app/ui/marks";

/** Decorative: its container says that it is busy. */
export const Spinner = ({ size = 16 }: { size?: number }) => (
	<BusyMark size={size} strokeWidth={1.75} className="shrink-0 animate-spin" />
);
