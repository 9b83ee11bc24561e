import { useLocation, useNavigate } from "@remix-run/react";
import { ListFilter } from "lucide-react";
import { applicantAddress } from "#app/shell/palette/applicant-address";
import type { Steering } from "#app/shell/palette/level";
import {
	ActItem,
	ApplicantItem,
	actValue,
	MoveItem,
	moveValue,
	PaletteGroup,
	PaletteItem,
} from "#app/shell/palette/palette-items";
import { useApplicantAction } from "#app/shell/palette/use-applicant-action";
import type { People } from "#app/shell/palette/use-people";
import { useShell } from "#app/shell/shell-context";

const listValue = "list";

/** Returns the values of the items below, in their order. */
export const peopleValues = ({ moving, acting, applicants, isOutdated, hasMore }: People): string[] => [
	...moving.map(({ applicant }) => moveValue(applicant)),
	...acting.map(({ action, applicant }) => actValue(action, applicant)),
	...applicants.filter((one) => !isOutdated(one)).map(({ id }) => `applicant:${id}`),
	...(hasMore ? [listValue] : []),
];

/** The applicants that a text means: what it would have done with them first, then each to be opened. */
export const PeopleGroup = ({ steering, people }: { steering: Steering; people: People }) => {
	const { orgName } = useShell();
	const navigate = useNavigate();
	const location = useLocation();
	const runAction = useApplicantAction(steering);
	const { found, query, applicants, moving, acting, words, isOutdated, hasMore } = people;
	const leaveTo = (to: string) => {
		steering.close();
		navigate(to, { preventScrollReset: true });
	};
	if (applicants.length === 0) return null;
	return (
		<PaletteGroup heading={found?.recent ? "Recent applicants" : "Applicants"}>
			{moving.map(({ applicant, step }) => (
				<MoveItem
					key={moveValue(applicant)}
					applicant={applicant}
					step={step}
					words={words}
					onChoose={() => steering.push({ kind: "move", applicant, step })}
				/>
			))}
			{acting.map(({ applicant, action }) => (
				<ActItem
					key={actValue(action, applicant)}
					applicant={applicant}
					action={action}
					words={words}
					onChoose={() => runAction(action, applicant)}
				/>
			))}
			{applicants.map((applicant) => (
				<ApplicantItem
					key={applicant.id}
					applicant={applicant}
					words={words}
					isOutdated={isOutdated(applicant)}
					onChoose={() => leaveTo(applicantAddress(orgName, applicant.id, location))}
					onActions={() => steering.push({ kind: "applicant", applicant })}
				/>
			))}
			{hasMore && (
				<PaletteItem
					value={listValue}
					icon={ListFilter}
					onChoose={() => leaveTo(`/${orgName}/applicants?q=${encodeURIComponent(query)}`)}
				>
					Search the list for “{query}”
				</PaletteItem>
			)}
		</PaletteGroup>
	);
};
