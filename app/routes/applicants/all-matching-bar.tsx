import { ArrowRight, BookOpen, FileSignature, Mail, MapPin } from "lucide-react";
import { useMemo } from "react";
import { formatNumber } from "#app/format/numbers";
import { type AllMatchingProps, withAll } from "#app/routes/applicants/all-matching";
import { listSearch } from "#app/routes/applicants/list-address";
import { type Command, useCommands } from "#app/shell/commands";
import { useShell } from "#app/shell/shell-context";
import { LinkButton } from "#app/ui/button";
import { SelectionBar } from "#app/ui/selection-bar";
import { holdsAny } from "#worker/contract/permissions";

/** What can be done with all that match. */
export const AllMatchingBar = ({ base, address, total, isExact }: AllMatchingProps) => {
	const { organisation, user } = useShell();
	const search = listSearch(address);
	const ways = useMemo(
		() => [
			{ path: "course", label: `Change ${organisation.aliases.course}…`, icon: BookOpen, key: "c", isMain: false },
			...(organisation.hasLocations
				? [{ path: "posting", label: "Post to location…", icon: MapPin, key: "p", isMain: false }]
				: []),
			...(holdsAny(user.privileges, ["candiemail:c"])
				? [{ path: "email", label: "Send email…", icon: Mail, key: "e", isMain: false }]
				: []),
			{ path: "letters", label: "Make letters…", icon: FileSignature, key: undefined, isMain: false },
			{ path: "stage", label: "Move to stage…", icon: ArrowRight, key: "s", isMain: true },
		],
		[organisation, user.privileges],
	);
	const commands = useMemo<Command[]>(
		() =>
			ways.map(({ path, label, icon, key }) => ({
				id: `all-${path}`,
				title: `${label}: all that match`,
				group: "Selection",
				icon,
				...(key && { keys: [key] }),
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
