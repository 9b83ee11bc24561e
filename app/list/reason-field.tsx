import { type RefObject, useRef, useState } from "react";
import type { OfferedReason } from "#app/shell/reasons/offered-reason";
import { SelectField } from "#app/ui/form/select-field";
import { useHydrated } from "#app/ui/use-hydrated";
import { useLazy } from "#app/ui/use-lazy";

interface ReasonFieldProps {
	reasons: readonly OfferedReason[];
	/** The id of the comment's field. */
	commentId: string;
	chosen: string;
}

const load = async () => (await import("#app/shell/reasons/reason-suggestions")).ReasonSuggestions;

/**
 * Chooses the reason that a comment begins with (§5 Status change), from the list or while typing, and says whether
 * the applicant sees it.
 */
export const ReasonField = ({ reasons, commentId, chosen }: ReasonFieldProps) => {
	const [id, setId] = useState(chosen);
	const place = useRef<HTMLDivElement>(null);
	const Suggestions = useLazy(load);
	const hydrated = useHydrated();
	const reason = reasons.find((one) => one.id === id);
	const choose = (next: OfferedReason | undefined) => {
		setId(next?.id ?? "");
		begin(commentOf(place, commentId), reason?.text ?? "", next);
	};
	/** why: the letters typed to find the reason are not part of the comment. */
	const chooseSuggested = (next: OfferedReason) => {
		setId(next.id);
		const comment = commentOf(place, commentId);
		begin(comment, comment?.value ?? "", next);
	};
	return (
		<div ref={place} className="grid gap-1.5">
			{hydrated && <input type="hidden" name="begun" value="1" />}
			<SelectField
				name="reasonId"
				label="Begin with a reason"
				placeholder="None: a comment of its own"
				value={id}
				onChange={({ currentTarget }) => choose(reasons.find((one) => one.id === currentTarget.value))}
				options={reasons.map(({ id, text, isPrivate }) => ({
					value: id,
					label: isPrivate ? `${text} (private)` : text,
				}))}
				description={
					reason?.isPrivate
						? "Private: no email and no letter has the comment."
						: "Or type two letters of it in the comment. The applicant may read what is not private."
				}
			/>
			{Suggestions && (
				<Suggestions reasons={reasons} commentId={commentId} isChosen={id !== ""} onChoose={chooseSuggested} />
			)}
		</div>
	);
};

const commentOf = ({ current }: RefObject<HTMLElement>, id: string) => {
	const found = current?.ownerDocument.getElementById(id);
	return found instanceof HTMLTextAreaElement ? found : undefined;
};

/** Replaces the earlier reason at the start of the comment, and sends an input event as typing does. */
const begin = (comment: HTMLTextAreaElement | undefined, before: string, next: OfferedReason | undefined) => {
	if (!comment) return;
	const rest = comment.value.startsWith(before) ? comment.value.slice(before.length) : comment.value;
	comment.value = next ? [next.text, rest.trim()].filter(Boolean).join("\n") : rest.trim();
	comment.dispatchEvent(new Event("input", { bubbles: true }));
	comment.focus();
};
