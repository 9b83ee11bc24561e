import { useNavigate } from "@remix-run/react";
import { Copy, FileDown, History, Pencil, Plus, Redo2, Rocket, Trash2, Undo2 } from "lucide-react";
import { useMemo } from "react";
import { draftForm } from "#app/routes/workflows/draft-bar";
import { type Command, useCommands } from "#app/shell/commands";
import type { WorkflowDraft } from "#worker/services/workflows/drafts.contract";

interface BoardCommands {
	here: string;
	name: string;
	steps: readonly { id: string; name: string }[];
	/** Null for who may not change it. */
	draft: Pick<WorkflowDraft, "isStarted" | "canUndo" | "canRedo"> | null;
	mayCopy: boolean;
	mayDelete: boolean;
}

/** What can be done with the open workflow, its stages and its draft, for the palette. */
export const useBoardCommands = ({ here, name, steps, draft, mayCopy, mayDelete }: BoardCommands): void => {
	const navigate = useNavigate();
	const maySave = draft !== null;
	const { isStarted = false, canUndo = false, canRedo = false } = draft ?? {};
	const commands = useMemo<Command[]>(() => {
		const about = (id: string, title: string, icon: Command["icon"]) => ({
			id,
			title,
			icon,
			group: "List" as const,
			keywords: "workflow stage process draft change",
		});
		const to = (id: string, title: string, path: string, icon: Command["icon"]) => ({
			...about(id, title, icon),
			run: () => navigate(`${here}/${path}`, { preventScrollReset: true }),
		});
		const press = (value: string, title: string, icon: Command["icon"]) => ({
			...about(`workflow-${value}`, title, icon),
			run: () => document.querySelector<HTMLButtonElement>(`#${draftForm} button[value="${value}"]`)?.click(),
		});
		return [
			...(maySave
				? [
						to("add-stage", "Add stage", "stages/new", Plus),
						...(isStarted ? [to("publish-workflow", `Publish ${name}`, "publish", Rocket)] : []),
						...(canUndo ? [press("undo", "Undo the last change of the workflow", Undo2)] : []),
						...(canRedo ? [press("redo", "Redo the change of the workflow", Redo2)] : []),
						...(isStarted ? [press("discard", "Discard the draft of the workflow", Undo2)] : []),
						to("rename-workflow", `Rename ${name}`, "rename", Pencil),
						...steps.map((step) => ({
							...to(`edit-stage-${step.id}`, `Edit stage ${step.name}`, `stages/${step.id}`, Pencil),
							isSearchedOnly: true,
						})),
					]
				: []),
			to("workflow-history", `History of ${name}`, "history", History),
			{
				...about("export-workflow", `Export ${name}`, FileDown),
				run: () => window.location.assign(`${here}/export`),
			},
			...(mayCopy ? [to("copy-workflow", `Copy ${name}`, "copy", Copy)] : []),
			...(mayDelete ? [to("delete-workflow", `Delete ${name}`, "delete", Trash2)] : []),
		];
	}, [here, name, steps, maySave, isStarted, canUndo, canRedo, mayCopy, mayDelete, navigate]);
	useCommands(commands);
};
