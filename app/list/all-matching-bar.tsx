import { ArrowRight } from "lucide-react";
import { useMemo } from "react";
import { formatNumber } from "#app/format/numbers";
import { type AllMatchingProps, withAll } from "#app/list/all-matching-chosen";
import { listSearch } from "#app/list/list-address";
import { SelectionBar } from "#app/list/selection-bar";
import { type SelectionPage, selectionPages } from "#app/list/selection-pages";
import { type Command, useCommands } from "#app/shell/commands";
import { useShell } from "#app/shell/shell-context";
import { LinkButton } from "#app/ui/button";

export const AllMatchingBar = ({ base, address, total, isExact, mayMove }: AllMatchingProps) => {
	const { organisation, user } = useShell();
	const search = listSearch(address);
	const ways = useMemo(
		(): readonly (SelectionPage & { isMain?: boolean })[] => [
			...selectionPages(organisation, user.privileges),
			...(mayMove ? [{ path: "stage", label: "Move to stage…", icon: ArrowRight, keys: ["s"], isMain: true }] : []),
		],
		[organisation, user.privileges, mayMove],
	);
	const commands = useMemo<Command[]>(
		() =>
			ways.map(({ path, label, icon, keys }) => ({
				id: `all-${path}`,
				title: `${label}: all that match`,
				group: "Selection",
				icon,
				keys,
				run: () => document.getElementById(`all-${path}`)?.click(),
			})),
		[ways],
	);
	useCommands(commands);
	return (
		<SelectionBar summary={`All ${isExact ? `${formatNumber(total)} ` : ""}that match`}>
			<LinkButton to={base + search} variant="ghost" preventScrollReset>
				Clear
			</LinkButton>
			{ways.map(({ path, label, icon, isMain }) => (
				<LinkButton
					key={path}
					id={`all-${path}`}
					to={`${base}/${path}${withAll(search)}`}
					icon={icon}
					variant={isMain ? "primary" : "secondary"}
					preventScrollReset
				>
					{label}
				</LinkButton>
			))}
		</SelectionBar>
	);
};
