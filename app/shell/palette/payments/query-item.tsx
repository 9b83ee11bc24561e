import { ListRestart } from "lucide-react";
import type { Steering } from "#app/shell/palette/level";
import { PaletteGroup, PaletteItem } from "#app/shell/palette/palette-items";
import { queryTitle } from "#app/shell/palette/payments/query-intent";
import type { People } from "#app/shell/palette/use-people";

const value = "query";

/** Returns the value of the item below, if there is one. */
export const queryValues = ({ querying }: Pick<People, "querying">): string[] =>
	querying === undefined ? [] : [value];

/** What "query multiple 18 nov" means; nothing runs before it is counted. */
export const QueryItem = ({ steering, day }: { steering: Steering; day: string | undefined }) =>
	day !== undefined && (
		<PaletteGroup heading="Transactions">
			<PaletteItem value={value} icon={ListRestart} onChoose={() => steering.push({ kind: "query", day })}>
				{queryTitle(day)}
			</PaletteItem>
		</PaletteGroup>
	);
