import { VisuallyHidden } from "#app/ui/visually-hidden";

/** A dot next to something that is new to the user. @param label its text for screen readers */
export const UnreadDot = ({ label }: { label: string }) => (
	<span className="inline-block size-2 shrink-0 rounded-full bg-accent" title={label}>
		<VisuallyHidden>{label}</VisuallyHidden>
	</span>
);
