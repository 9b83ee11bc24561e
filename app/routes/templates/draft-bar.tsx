import { Redo2, Save, Undo2 } from "lucide-react";
import { useMemo } from "react";
import { inWords } from "#app/format/in-words";
import type { DraftState } from "#app/routes/templates/use-draft";
import { type Command, useCommands } from "#app/shell/commands";
import { Button } from "#app/ui/button";
import { classNames } from "#app/ui/class-names";
import { UndoButtons } from "#app/ui/form/undo-buttons";
import type { TemplateDraft } from "#worker/services/templates/drafts.contract";

/** What each text is called in a sentence. */
const parts = { name: "name", subject: "subject", content: "text" } as const;

interface DraftBarProps {
	draft: DraftState;
	formId: string;
	pending: string | undefined;
}

/** The buttons of a template's draft, and whether it is saved. Part of the template's form. */
export const DraftBar = ({ draft: { latest, theirs, isPending, error }, formId, pending }: DraftBarProps) => {
	useDraftCommands(formId, latest);
	const lastChange = latest?.canUndo && !isPending && !theirs && inWords(latest.changed.map((part) => parts[part]));
	return (
		<>
			<noscript>
				<Button name="intent" value="draft" icon={Save}>
					Save draft
				</Button>
			</noscript>
			{latest && (latest.isStarted || latest.canUndo) && (
				<UndoButtons
					name="intent"
					canUndo={latest.canUndo || isPending}
					canRedo={latest.canRedo && !isPending}
					pending={pending}
				/>
			)}
			{latest?.isStarted && (
				<Button name="intent" value="discard" variant="ghost" pending={pending === "discard"}>
					Discard draft
				</Button>
			)}
			<div className="flex min-w-0 flex-wrap items-center gap-x-2 text-sm text-text-2">
				{isPending && !error && !theirs && <span aria-hidden="true">Saving draft…</span>}
				{/* why it stays while the next words are saved: it is read out once, and not after each pause. */}
				<p role="status" aria-busy={isPending} className={classNames(isPending && !error && !theirs && "sr-only")}>
					{theirs
						? "The draft is not saved"
						: error
							? `The draft is not saved: ${error}`
							: latest?.isStarted
								? "Draft saved"
								: latest?.canUndo
									? "The draft was discarded. Undo brings it back."
									: ""}
				</p>
				{lastChange && (
					<p className="wrap-anywhere">
						Last change: {lastChange}
						{latest.by && ` (${latest.by})`}
					</p>
				)}
			</div>
		</>
	);
};

const useDraftCommands = (formId: string, draft: TemplateDraft | null): void => {
	const { isStarted = false, canUndo = false, canRedo = false } = draft ?? {};
	const commands = useMemo<Command[]>(() => {
		const press = (id: string, title: string, icon: Command["icon"]) => ({
			id: `template-${id}`,
			title,
			icon,
			group: "List" as const,
			keywords: "template draft change",
			run: () => document.querySelector<HTMLButtonElement>(`#${formId} button[value="${id}"]`)?.click(),
		});
		return [
			...(canUndo ? [press("undo", "Undo the last change of the template", Undo2)] : []),
			...(canRedo ? [press("redo", "Redo the change of the template", Redo2)] : []),
			...(isStarted ? [press("discard", "Discard the draft of the template", Undo2)] : []),
		];
	}, [formId, isStarted, canUndo, canRedo]);
	useCommands(commands);
};
