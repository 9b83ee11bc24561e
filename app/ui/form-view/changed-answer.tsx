import { FormValue } from "#app/ui/form-view/form-value";
import { VisuallyHidden } from "#app/ui/visually-hidden";
import type { ReadField } from "#worker/contract/forms/form-reading";

/** The answer before it was changed. */
export interface ChangedAnswer {
	was: ReadField;
	/** The answer after the change, where that is not the present one. */
	became: ReadField | null;
	/** Who changed it, and when. */
	note: string;
}

/** Drawn below the present answer: the old one struck through, and who changed it when. */
export const ChangedFrom = ({ change, timeZone }: { change: ChangedAnswer; timeZone?: string }) => (
	<div className="mt-1.5 border-l-2 border-accent pl-2.5 text-sm">
		{change.became && (
			<ins className="block no-underline">
				<VisuallyHidden>changed to </VisuallyHidden>
				<FormValue field={change.became} timeZone={timeZone} />
			</ins>
		)}
		<del className="block text-red">
			<VisuallyHidden>was </VisuallyHidden>
			<FormValue field={change.was} timeZone={timeZone} />
		</del>
		<p className="text-text-3">{change.note}</p>
	</div>
);
