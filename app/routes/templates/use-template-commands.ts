import { useNavigate } from "@remix-run/react";
import { Copy, Eye, FileSliders, History, Pencil, Trash2 } from "lucide-react";
import { useMemo } from "react";
import { pageOf } from "#app/routes/templates/screen";
import { type Command, useCommands } from "#app/shell/commands";

interface TemplateCommands {
	at(path: string): string;
	base: string;
	template: { id: string; name: string } | null;
	type: string;
	maySave: boolean;
	mayPreview: boolean;
	mayCopy: boolean;
	mayDelete: boolean;
}

/** What can be done with the open template, for the palette. */
export const useTemplateCommands = ({ at, base, template, ...can }: TemplateCommands): void => {
	const { type, maySave, mayPreview, mayCopy, mayDelete } = can;
	const navigate = useNavigate();
	const id = template?.id;
	const name = template?.name;
	// biome-ignore lint/correctness/useExhaustiveDependencies: the addresses are made of the id.
	const commands = useMemo<Command[]>(() => {
		if (!id) return [];
		const to = (path: string, title: string, icon: Command["icon"], address: string) => ({
			id: `template-${path}`,
			title,
			icon,
			group: "List" as const,
			keywords: "template",
			run: () => navigate(address, { preventScrollReset: true }),
		});
		return [
			...(mayPreview ? [to("preview", `Preview ${name}`, Eye, pageOf(base, id, "preview"))] : []),
			to("edit", `Edit ${name}`, Pencil, pageOf(base, id, "edit")),
			to("history", `History of ${name}`, History, at("history")),
			...(type === "document" && maySave
				? [to("page-setup", `Page setup of ${name}`, FileSliders, at("page-setup"))]
				: []),
			...(mayCopy ? [to("copy", `Copy ${name}`, Copy, at("copy"))] : []),
			...(mayDelete ? [to("delete", `Delete ${name}`, Trash2, at("delete"))] : []),
		];
	}, [id, name, base, type, maySave, mayPreview, mayCopy, mayDelete, navigate]);
	useCommands(commands);
};
