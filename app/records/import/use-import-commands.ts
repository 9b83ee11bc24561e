import { useNavigate } from "@remix-run/react";
import { FileDown, Trash2, Undo2, Upload } from "lucide-react";
import { useMemo } from "react";
import { type Command, useCommands } from "#app/shell/commands";

/** The id of the form that adds the rows of an import. */
export const addForm = "import-add";

interface ImportCommands {
	/** The address of the import. */
	here: string;
	/** What adding its rows is called; left out while there is nothing to add. */
	addLabel: string | undefined;
	mayUndo: boolean;
	mayDiscard: boolean;
	hasFailedRows: boolean;
	/** What getting back the rows that were not added is called. */
	failedLabel?: string;
}

/** The commands of an import: what its buttons do. */
export const useImportCommands = ({
	here,
	addLabel,
	mayUndo,
	mayDiscard,
	hasFailedRows,
	failedLabel = "Download the failed rows",
}: ImportCommands): void => {
	const navigate = useNavigate();
	const commands = useMemo<Command[]>(() => {
		const group = "List" as const;
		const open = (path: string) => () => navigate(`${here}/${path}`, { preventScrollReset: true });
		const add = () => {
			const form = document.getElementById(addForm);
			if (form instanceof HTMLFormElement) form.requestSubmit();
		};
		const download = () => window.location.assign(`${here}/failed-rows`);
		return [
			...(addLabel ? [{ group, id: "add-import", title: addLabel, icon: Upload, run: add }] : []),
			...(mayUndo ? [{ group, id: "undo-import", title: "Undo this import", icon: Undo2, run: open("undo") }] : []),
			...(mayDiscard
				? [{ group, id: "discard-import", title: "Discard this list", icon: Trash2, run: open("discard") }]
				: []),
			...(hasFailedRows ? [{ group, id: "failed-rows", title: failedLabel, icon: FileDown, run: download }] : []),
		];
	}, [here, addLabel, mayUndo, mayDiscard, hasFailedRows, failedLabel, navigate]);
	useCommands(commands);
};
