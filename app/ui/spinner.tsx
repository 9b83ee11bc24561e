import { LoaderCircle } from "lucide-react";

/** Decorative: whatever it stands in says that it is busy. */
export const Spinner = ({ size = 16 }: { size?: number }) => (
	<LoaderCircle aria-hidden size={size} strokeWidth={1.75} className="shrink-0 animate-spin" />
);
