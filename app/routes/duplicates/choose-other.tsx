import { Search, UserSearch } from "lucide-react";
import { fullName } from "#app/format/names";
import { likeness } from "#app/list/sheet/likeness";
import { useShell } from "#app/shell/shell-context";
import { StageBadge } from "#app/shell/stage-badge";
import { Button, LinkButton } from "#app/ui/button";
import { Card } from "#app/ui/card";
import { Form } from "#app/ui/form/form";
import { TextField } from "#app/ui/form/text-field";
import { EmptyState } from "#app/ui/page/empty-state";
import { PageHeader } from "#app/ui/page/page-header";
import { TextLink } from "#app/ui/text-link";
import { VisuallyHidden } from "#app/ui/visually-hidden";
import type { ListedApplicant } from "#worker/services/applicants/contract";
import type { Pair } from "#worker/services/duplicates/contract";

interface ChooseOtherProps {
	orgName: string;
	applicant: { id: string; name: string; applicationNumber: string };
	q: string;
	alike: readonly Pair[];
	/** Null before a search. */
	found: readonly ListedApplicant[] | null;
}

/** Chooses the applicant to compare with: a possible duplicate, or a search result. */
export const ChooseOther = ({ orgName, applicant, q, alike, found }: ChooseOtherProps) => {
	const here = `/${orgName}/duplicates/compare`;
	const others = alike.map((pair) => ({
		other: pair.first.id === applicant.id ? pair.second : pair.first,
		why: likeness(pair.reasons) + (pair.dismissed ? `, marked as not duplicates by ${pair.dismissed.by}` : ""),
	}));
	return (
		<div className="grid max-w-3xl grid-cols-1 gap-4">
			<PageHeader
				back={{ to: `/${orgName}/applicants/${applicant.id}`, label: applicant.name }}
				title="Compare with another applicant"
				description={`${applicant.name} (${applicant.applicationNumber}) and another applicant of the same application.`}
			/>
			{others.length > 0 && (
				<Card>
					<h2 className="border-b border-line px-4 py-2.5 font-medium">May be the same person</h2>
					<ul>
						{others.map(({ other, why }) => (
							<Other key={other.id} other={other} why={why} first={applicant.id} here={here} />
						))}
					</ul>
				</Card>
			)}
			<Form method="get" action={here} role="search" className="flex items-end gap-2">
				<input type="hidden" name="first" value={applicant.id} />
				<TextField
					key={q}
					id="list-search"
					name="q"
					type="search"
					label="Find an applicant"
					placeholder="Name, number or email"
					defaultValue={q}
					icon={Search}
					maxLength={200}
					className="flex-1"
				/>
				<Button>Search</Button>
			</Form>
			{found && (
				<Card>
					{found.length === 0 ? (
						<EmptyState icon={UserSearch} title={`Nothing matches “${q}”`}>
							Applicants are found by name, application number, email or reference.
						</EmptyState>
					) : (
						<>
							<h2 className="border-b border-line px-4 py-2.5 font-medium">Applicants</h2>
							<ul>
								{found.map((other) => (
									<Other key={other.id} other={other} first={applicant.id} here={here} />
								))}
							</ul>
						</>
					)}
				</Card>
			)}
		</div>
	);
};

interface OtherProps {
	other: Pair["first"];
	why?: string;
	first: string;
	here: string;
}

const Other = ({ other, why, first, here }: OtherProps) => {
	const { orgName } = useShell();
	const { id, applicationNumber, course, stage } = other;
	return (
		<li className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line px-4 py-2 last:border-b-0">
			<div className="min-w-40 flex-1">
				<TextLink to={`/${orgName}/applicants/${id}`} className="font-medium">
					{fullName(other)}
				</TextLink>
				<p className="text-text-2">
					<span className="tabular-nums">{applicationNumber}</span> · {course.code}
					{why && <> · {why}</>}
				</p>
			</div>
			<StageBadge type={stage.type} name={stage.name} />
			<LinkButton to={`${here}?first=${encodeURIComponent(first)}&second=${encodeURIComponent(id)}`} size="small">
				Compare<VisuallyHidden> with {fullName(other)}</VisuallyHidden>
			</LinkButton>
		</li>
	);
};
