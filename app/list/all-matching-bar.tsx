import { useNavigate } from "@remix-run/react";
import { useMemo } from "react";
import { formatNumber } from "#app/format/numbers";
import { type AllMatchingProps, withAll } from "#app/list/all-matching-chosen";
import { listSearch } from "#app/list/list-address";
import { ClearLabel, clearClass, SelectionBar } from "#app/list/selection-bar";
import { selectionActions, selectionPages, withMove } from "#app/list/selection-pages";
import { type Command, useCommands } from "#app/shell/commands";
import { useShell } from "#app/shell/shell-context";
import { LinkButton } from "#app/ui/button";

export const AllMatchingBar = ({ base, address, total, isExact, mayMove }: AllMatchingProps) => {
	const { organisation, user } = useShell();
	const search = listSearch(address);
	const ways = useMemo(
		() => withMove(selectionPages(organisation, user.privileges), mayMove),
		[organisation, user.privileges, mayMove],
	);
	const navigate = useNavigate();
	const commands = useMemo<Command[]>(
		() =>
			ways.map(({ path, label, icon, keys }) => ({
				id: `all-${path}`,
				title: `${label}: all that match`,
				group: "Selection",
				icon,
				keys,
				run: () => navigate(`${base}/${path}${withAll(search)}`, { preventScrollReset: true }),
			})),
		[ways, base, search, navigate],
	);
	useCommands(commands);
	return (
		<SelectionBar
			summary={
				isExact ? (
					<>
						All {formatNumber(total)} <span className="max-sm:sr-only">that match</span>
					</>
				) : (
					"All that match"
				)
			}
			clear={
				<LinkButton to={base + search} variant="ghost" className={clearClass} preventScrollReset>
					<ClearLabel />
				</LinkButton>
			}
			actions={selectionActions(ways, (path) => ({ to: `${base}/${path}${withAll(search)}` }))}
		/>
	);
};
