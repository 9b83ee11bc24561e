import { FormValue } from "#app/ui/form-view/form-value";
import { VisuallyHidden } from "#app/ui/visually-hidden";
import type { ReadField } from "#worker/contract/forms/form-reading";

/** What an answer was before it was changed. */
export interface ChangedAnswer {
	was: ReadField;
	/** What it was changed to, where that is not what it is now. */
	became: ReadField | null;
	/** Who and when. */
	note: string;
}

/** Below the answer of now: the old one struck through, and who changed it when. */
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
