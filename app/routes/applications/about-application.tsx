import { formatNumber } from "#app/format/numbers";
import { may, mayCall } from "#app/session/may-call";
import { useShell } from "#app/shell/shell-context";
import { StageBadge } from "#app/shell/stage-badge";
import { Card } from "#app/ui/card";
import { Link } from "#app/ui/link";
import { TextLink } from "#app/ui/text-link";
import { VisuallyHidden } from "#app/ui/visually-hidden";

interface AboutApplicationProps {
	/** The structure items of its courses, from the top. */
	items: readonly { id: string; name: string; parentItemId: string | null }[];
	/** The stages of its workflow; null for users who may not see applicants. */
	stages: readonly { id: string; name: string; type: string; applicants: number | null }[] | null;
	/** The address of its applicants. */
	applicants: string;
	workflow: { id: string; name: string };
}

/** How many applicants are at each stage, and which parts of the institution the application is for. */
export const AboutApplication = ({ items, stages, applicants, workflow }: AboutApplicationProps) => (
	<div className="grid gap-4">
		{stages && (
			<Card className="p-5">
				<h2 className="mb-3 text-lg">Stages</h2>
				<ol className="grid gap-1">
					{stages.map(({ id, name, type, applicants: count }) => (
						<li key={id}>
							<Link
								to={`${applicants}&stage=${id}`}
								className="-mx-2 flex min-h-8 items-center gap-3 rounded-md px-2 hover:bg-hover"
							>
								<StageBadge type={type} name={name} className="min-w-0" />
								<span className="ml-auto tabular-nums">
									{formatNumber(count)}
									<VisuallyHidden> {count === 1 ? "applicant" : "applicants"}</VisuallyHidden>
								</span>
							</Link>
						</li>
					))}
				</ol>
				<WorkflowLink {...workflow} />
			</Card>
		)}
		{items.length > 0 && (
			<Card className="p-5">
				<h2 className="mb-3 text-lg">Structure items</h2>
				<Items items={items} parent={null} to={stages && applicants} />
			</Card>
		)}
	</div>
);

const WorkflowLink = ({ id, name }: { id: string; name: string }) => {
	const { orgName, user } = useShell();
	if (!mayCall(user, may.seeWorkflows)) return null;
	return (
		<p className="mt-3">
			<TextLink to={`/${orgName}/workflow/${id}`}>Open the workflow “{name}”</TextLink>
		</p>
	);
};

interface ItemsProps extends Pick<AboutApplicationProps, "items"> {
	parent: string | null;
	to: string | null;
}

const Items = ({ items, parent, to }: ItemsProps) => {
	const known = new Set(items.map(({ id }) => id));
	const here = items.filter(({ parentItemId }) =>
		parent === null ? parentItemId === null || !known.has(parentItemId) : parentItemId === parent,
	);
	if (here.length === 0) return null;
	return (
		<ul className={parent === null ? "grid gap-1.5" : "mt-1 grid gap-1 border-l border-line pl-3 text-sm"}>
			{here.map(({ id, name }) => (
				<li key={id}>
					{to ? <TextLink to={`${to}&items=${id}`}>{name}</TextLink> : name}
					<Items items={items} parent={id} to={to} />
				</li>
			))}
		</ul>
	);
};
