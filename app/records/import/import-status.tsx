import { Badge } from "#app/ui/badge";
import type { Colour } from "#app/ui/colours";
import type { Import } from "#worker/contract/imports";

const looks: Record<Import["status"], { label: string; colour: Colour }> = {
	reading: { label: "Being read", colour: "blue" },
	mapping: { label: "Columns to confirm", colour: "amber" },
	checking: { label: "Being checked", colour: "blue" },
	ready: { label: "Ready to import", colour: "amber" },
	adding: { label: "Being imported", colour: "blue" },
	added: { label: "Imported", colour: "green" },
	undoing: { label: "Being undone", colour: "blue" },
	undone: { label: "Undone", colour: "slate" },
	refused: { label: "Not readable", colour: "red" },
	discarded: { label: "Discarded", colour: "slate" },
};

export const ImportStatus = ({ status }: { status: Import["status"] }) => (
	<Badge colour={looks[status].colour}>{looks[status].label}</Badge>
);
