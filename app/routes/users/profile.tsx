import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { fullName } from "#app/format/names";
import { requireUser } from "#app/session/require-user.server";
import { navigationFor } from "#app/shell/navigation";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { titled } from "#app/shell/titled";
import { Avatar } from "#app/ui/avatar";
import { Button } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { Card } from "#app/ui/card";
import { DescriptionItem, DescriptionList } from "#app/ui/description-list";
import { SignedInForm } from "#app/ui/form/form";
import { SelectField } from "#app/ui/form/select-field";
import { PageHeader } from "#app/ui/page/page-header";
import { formatDateTime } from "#worker/contract/text/dates";

export const meta = titled("My Profile");

export const loader = async (args: LoaderFunctionArgs) => {
	await requireUser(args);
	return null;
};

export const { handle, shouldRevalidate } = shows({});

const Profile = () => {
	const { user, orgName, preferences, organisation, now } = useShell();
	const name = fullName(user);
	return (
		<div className="grid max-w-3xl gap-4">
			<PageHeader title="My Profile" />
			{navigationFor(user.privileges).length === 0 && (
				<Callout tone="info">
					{user.adminRoles.length === 0
						? "You have no role yet, so there is nothing in the navigation. Ask your administrator for one."
						: "Your role opens none of the pages that this portal has so far, so there is nothing in the navigation. Ask your administrator if you expected more."}
				</Callout>
			)}
			<Card className="p-5">
				<div className="mb-4 flex items-center gap-3">
					<Avatar name={name} size={40} />
					<div className="min-w-0">
						<h2 className="text-lg">{name}</h2>
						<p className="truncate text-text-2">{user.email}</p>
					</div>
				</div>
				<DescriptionList columns={1}>
					<DescriptionItem label="Institution">{organisation.name}</DescriptionItem>
					{user.adminRoles.map(({ role, adminLevel, adminLevelItem }) => (
						<DescriptionItem key={role.id} label="Role">
							{[role.name, adminLevel?.name, adminLevelItem?.name].filter(Boolean).join(" · ")}
						</DescriptionItem>
					))}
					{user.adminRoles.length === 0 && (
						<DescriptionItem label="Role">No role yet. Ask an administrator for one.</DescriptionItem>
					)}
					<DescriptionItem label="Local time">{formatDateTime(now, organisation.timeZone)}</DescriptionItem>
				</DescriptionList>
			</Card>
			<Card className="p-5">
				<h2 className="mb-3 text-lg">Appearance and keys</h2>
				<SignedInForm method="post" action={`/${orgName}/preferences`} className="grid gap-4 sm:grid-cols-3">
					<input type="hidden" name="returnTo" value={`/${orgName}/user-profile`} />
					<SelectField
						key={`theme-${preferences.theme}`}
						name="theme"
						label="Theme"
						defaultValue={preferences.theme}
						options={[
							{ value: "system", label: "System" },
							{ value: "light", label: "Light" },
							{ value: "dark", label: "Dark" },
						]}
					/>
					<SelectField
						key={`density-${preferences.density}`}
						name="density"
						label="Rows"
						defaultValue={preferences.density}
						options={[
							{ value: "comfortable", label: "Comfortable, 40 px" },
							{ value: "compact", label: "Compact, 32 px" },
						]}
					/>
					<SelectField
						key={`keys-${preferences.keys}`}
						name="keys"
						label="Single-key shortcuts"
						defaultValue={preferences.keys}
						options={[
							{ value: "on", label: "On" },
							{ value: "off", label: "Off" },
						]}
					/>
					<Button variant="primary" className="justify-self-start">
						Save
					</Button>
				</SignedInForm>
			</Card>
		</div>
	);
};
export default Profile;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
