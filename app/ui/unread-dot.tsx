import { VisuallyHidden } from "#app/ui/visually-hidden";

/** A dot beside what is new to its reader. @param label what it says to who does not see it */
export const UnreadDot = ({ label }: { label: string }) => (
	<span className="inline-block size-2 shrink-0 rounded-full bg-accent" title={label}>
		<VisuallyHidden>{label}</VisuallyHidden>
	</span>
);
