import { consequences } from "#app/routes/duplicates/belongings";
import { Button } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { Card } from "#app/ui/card";
import { TextareaField } from "#app/ui/form/textarea-field";
import { maxMergeComment, type Side } from "#worker/services/duplicates/contract";

interface MergeEndProps {
	shown: { first: Side; second: Side; decision: object | null };
	comment: string | undefined;
	errors: string[] | undefined;
	isPending: boolean;
}

/** What the merge will do, a comment on it, and the button. */
export const MergeEnd = ({ shown: { first, second, decision }, comment, errors, isPending }: MergeEndProps) => (
	<Card className="grid grid-cols-1 gap-4 p-4 max-sm:p-3">
		{/* why by the style: whoever is said to stay, the sentence is the right one without scripts, too. */}
		<Callout role="status">
			<p className="hidden group-has-[#keep-first:checked]/merge:block">{consequences(first, second)}</p>
			<p className="hidden group-has-[#keep-second:checked]/merge:block">{consequences(second, first)}</p>
		</Callout>
		<TextareaField
			name="comment"
			label="Comment"
			description="Optional; staff read it in the activity log."
			defaultValue={comment}
			errors={errors}
			maxLength={maxMergeComment}
			rows={2}
		/>
		<div className="flex flex-wrap gap-2.5">
			<Button variant="primary" pending={isPending}>
				Merge
			</Button>
			<Button form="decide">{decision ? "Look at it again" : "Two persons"}</Button>
		</div>
	</Card>
);
