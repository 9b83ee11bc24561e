import { useNavigate } from "@remix-run/react";
import { Copy, Eye, Layers, Plus, Redo2, Rocket, Trash2, Undo2 } from "lucide-react";
import { useMemo } from "react";
import type { EditorData } from "#app/routes/form-designs/editor";
import { editorForm, newPart } from "#app/routes/form-designs/screen";
import { type Command, useCommands } from "#app/shell/commands";

/** What can be done with the open form, for the palette. */
export const useEditorCommands = (data: EditorData, here: string): void => {
	const navigate = useNavigate();
	const { design, section, sections, mayEdit, mayCreate, mayDelete, state } = data;
	const commands = useMemo<Command[]>(() => {
		const to = (id: string, title: string, path: string, icon: Command["icon"]) => ({
			id,
			title,
			icon,
			group: "List" as const,
			keywords: "form design designer",
			run: () => navigate(`${here}${path}`, { preventScrollReset: true }),
		});
		const press = (id: string, title: string, icon: Command["icon"]) => ({
			id: `form-${id}`,
			title,
			icon,
			group: "List" as const,
			keywords: "form draft change",
			run: () => document.querySelector<HTMLButtonElement>(`#${editorForm} button[value="${id}"]`)?.click(),
		});
		return [
			to("form-preview", `Preview ${design.title}`, "/preview", Eye),
			...(mayEdit
				? [
						...(section
							? [to("add-field", `Add field to ${section.title}`, `/sections/${section.id}/fields/${newPart}`, Plus)]
							: []),
						to("add-section", "Add section", `/sections/${newPart}`, Plus),
						to("publish-form", `Publish ${design.title}`, "/publish", Rocket),
						...(state.canUndo ? [press("undo", "Undo the last change of the form", Undo2)] : []),
						...(state.canRedo ? [press("redo", "Redo the change of the form", Redo2)] : []),
					]
				: []),
			...sections.map(({ id, title }) => ({
				...to(`open-section-${id}`, `Open section ${title}`, `?section=${encodeURIComponent(id)}`, Layers),
				isSearchedOnly: true,
			})),
			to("form-versions", `Versions of ${design.title}`, "/versions", Layers),
			...(mayCreate
				? [
						{
							...to("copy-form", `Copy ${design.title}`, "", Copy),
							run: () => navigate(`${here.slice(0, here.lastIndexOf("/"))}/new?beginning=copy-${design.id}`),
						},
					]
				: []),
			...(mayDelete ? [to("delete-form", `Delete ${design.title}`, "/delete", Trash2)] : []),
		];
	}, [design, section, sections, mayEdit, mayCreate, mayDelete, state, here, navigate]);
	useCommands(commands);
};
