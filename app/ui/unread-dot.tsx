import { VisuallyHidden } from "#app/ui/visually-hidden";

/** A dot for something the reader has not seen; `label` says what, to those who cannot see it. */
export const UnreadDot = ({ label }: { label: string }) => (
	<span title={label} className="inline-block size-1.75 align-middle shrink-0 rounded-full bg-accent">
		<VisuallyHidden>{label}</VisuallyHidden>
	</span>
);
