import { Rocket } from "lucide-react";
import { formatCount } from "#app/format/numbers";
import { Button, LinkButton } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { SignedInForm } from "#app/ui/form/form";
import { UndoButtons } from "#app/ui/form/undo-buttons";
import { TextLink } from "#app/ui/text-link";
import type { WorkflowDraft } from "#worker/services/workflows/drafts.contract";

/** The form whose buttons undo, repeat and discard. */
export const draftForm = "workflow-draft";

interface DraftBarProps {
	draft: Omit<WorkflowDraft, "steps">;
	/** The address of the workflow. */
	here: string;
}

/** What becomes of the changes of the stages: whether they are live, and the buttons of the draft. */
export const DraftBar = ({ draft, here }: DraftBarProps) => (
	<section aria-label="Draft" className="grid grid-cols-1 gap-2">
		{draft.isBehind && (
			<Callout tone="warning">
				The live stages were changed since this draft began, and publishing it replaces that. Discard the draft to go on
				with the live stages.{" "}
				<TextLink to={`${here}/history`} preventScrollReset>
					See the history
				</TextLink>
			</Callout>
		)}
		<div className="flex flex-wrap items-center gap-2">
			{draft.isStarted && (
				<LinkButton to={`${here}/publish`} icon={Rocket} variant="primary" preventScrollReset>
					Publish
				</LinkButton>
			)}
			<SignedInForm
				id={draftForm}
				preventScrollReset
				// why: it has no fields to be sent, and its first button is Undo.
				onKeyDown={(event) => event.key === "Enter" && (event.metaKey || event.ctrlKey) && event.preventDefault()}
				// why hidden without buttons: it would still take a gap.
				className={draft.isStarted || draft.canUndo ? "flex flex-wrap items-center gap-2" : "hidden"}
			>
				<input type="hidden" name="version" value={draft.version} />
				{(draft.isStarted || draft.canUndo) && (
					<UndoButtons name="do" canUndo={draft.canUndo} canRedo={draft.canRedo} />
				)}
				{draft.isStarted && (
					<Button name="do" value="discard" variant="ghost">
						Discard draft
					</Button>
				)}
			</SignedInForm>
			<p className="min-w-0 text-sm text-text-2 wrap-anywhere">{stateOf(draft)}</p>
		</div>
	</section>
);

const stateOf = ({ isStarted, canUndo, changes, by }: DraftBarProps["draft"]): string => {
	if (!isStarted)
		return canUndo
			? "The draft was discarded. Undo brings it back."
			: "Applicants go through these stages. To change them begins a draft beside them.";
	const last = by ? ` Last change by ${by}.` : "";
	if (changes.length === 0) return `Draft saved. It is the same as the live stages.${last}`;
	const differ = formatCount(changes.length, "change is", "changes are");
	return `Draft saved: ${differ} not published. Applicants go through the live stages until the draft is published.${last}`;
};
