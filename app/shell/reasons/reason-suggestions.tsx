import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { matchReasons } from "#app/shell/reasons/match-reasons";
import type { OfferedReason } from "#app/shell/reasons/offered-reason";
import { Badge } from "#app/ui/badge";
import { Kbd } from "#app/ui/kbd";

interface ReasonSuggestionsProps {
	reasons: readonly OfferedReason[];
	commentId: string;
	/** One was chosen, so no other is suggested. */
	isChosen?: boolean;
	/** All reasons are listed, until some match what is typed. */
	isWhole?: boolean;
	/** @param search the text typed to find it, which is not part of the comment */
	onChoose: (reason: OfferedReason, search: string) => void;
}

/** Reasons that match the typed comment: ArrowDown moves to them, Enter chooses one, Escape goes back. */
export const ReasonSuggestions = (props: ReasonSuggestionsProps) => {
	const { reasons, commentId, isChosen = false, isWhole = false, onChoose } = props;
	const [typed, setTyped] = useState("");
	const list = useRef<HTMLUListElement>(null);
	const matching = isChosen ? [] : matchReasons(reasons, typed);
	const found = isWhole && matching.length === 0 ? reasons : matching;
	useEffect(() => {
		const comment = document.getElementById(commentId);
		if (!(comment instanceof HTMLTextAreaElement)) return;
		const onInput = () => setTyped(comment.value);
		const onKeyDown = (event: globalThis.KeyboardEvent) => {
			const first = list.current?.querySelector("button");
			if (event.key !== "ArrowDown" || !first || comment.value.includes("\n")) return;
			event.preventDefault();
			first.focus();
		};
		onInput();
		comment.addEventListener("input", onInput);
		comment.addEventListener("keydown", onKeyDown);
		return () => {
			comment.removeEventListener("input", onInput);
			comment.removeEventListener("keydown", onKeyDown);
		};
	}, [commentId]);
	const onKeyDown = (event: KeyboardEvent<HTMLUListElement>) => {
		const buttons = [...event.currentTarget.querySelectorAll("button")];
		const at = buttons.findIndex((button) => button.matches(":focus"));
		const comment = document.getElementById(commentId);
		const next =
			event.key === "ArrowDown"
				? buttons[at + 1]
				: event.key === "ArrowUp"
					? (buttons[at - 1] ?? comment)
					: event.key === "Escape"
						? comment
						: undefined;
		if (!next) return;
		event.preventDefault();
		event.stopPropagation();
		next.focus();
	};
	return (
		<div role="status" className="empty:hidden">
			{found.length > 0 && (
				<ul
					ref={list}
					aria-label="Suggested reasons"
					onKeyDown={onKeyDown}
					className="max-h-60 overflow-y-auto rounded-md border border-line-2"
				>
					{found.map((reason) => (
						<li key={reason.id}>
							<button
								type="button"
								onClick={() => onChoose(reason, matching.length > 0 ? typed : "")}
								className="flex w-full items-center gap-2 px-3 py-1.5 text-left -outline-offset-2 hover:bg-hover focus:bg-hover"
							>
								<span className="line-clamp-3 min-w-0 flex-1 break-words">{reason.text}</span>
								{reason.isPrivate && <Badge>private</Badge>}
							</button>
						</li>
					))}
				</ul>
			)}
			{found.length > 0 && (
				<p className="mt-1.5 flex flex-wrap items-center gap-x-1 text-sm text-text-3">
					<Kbd>↓</Kbd> goes to them, <Kbd>↵</Kbd> takes the one you are at.
				</p>
			)}
		</div>
	);
};
