import { inAlias } from "#app/format/in-alias";
import { useScreenTexts } from "#app/records/use-screen-texts";
import { FieldErrors } from "#app/ui/form/field";
import {
	allPermissions,
	type PermissionAction,
	type PermissionResource,
	permissionActions,
	permissionResources,
} from "#worker/contract/permissions";

const resources: Record<PermissionResource, string> = {
	appreport: "Application reports and report schedules",
	application: "Applications",
	forms: "Forms",
	course: "{Courses}",
	users: "Users",
	roles: "Roles",
	templates: "Templates, workflows and reasons",
	adminlevel: "Levels of the structure",
	levelitem: "Items of the structure",
	appgroups: "Application groups",
	groupitem: "Group items",
	paylog: "Payment settings",
	candigroup: "Uploaded candidates",
	candidate: "Applicants",
	statistics: "Statistics",
	organisation: "Settings of the institution",
	candiemail: "Emails to applicants",
	coupons: "Discount codes",
	reminder: "Reminders",
	payments: "Transactions",
};

const actions: Record<PermissionAction, string> = { c: "Create", r: "See", u: "Change", d: "Delete" };

/** Returns the privileges in words, one line for each resource: "Applicants: see, change". @param course its word for one */
export const describePrivileges = (privileges: readonly string[], course: string): string[] =>
	permissionResources.flatMap((resource) => {
		const held = permissionActions.filter((action) => privileges.includes(`${resource}:${action}`));
		return held.length === 0
			? []
			: [`${inAlias(resources[resource], course)}: ${held.map((action) => actions[action].toLowerCase()).join(", ")}`];
	});

interface PrivilegeMatrixProps {
	chosen: readonly string[];
	/** The privileges that the user holds for the whole institution, and so may give and take away. */
	held: readonly string[];
	/** Whether the others are shown as well, as they are. */
	withOthers?: boolean;
	disabled?: boolean;
	errors?: readonly string[] | null;
}

/** Boxes named `privileges`: a row for each resource, a column for each action (§6). */
export const PrivilegeMatrix = ({ chosen, held, withOthers = false, disabled, errors }: PrivilegeMatrixProps) => {
	const { inWords } = useScreenTexts();
	const shown: readonly string[] = withOthers ? allPermissions : allPermissions.filter((one) => held.includes(one));
	const rows = permissionResources.filter((resource) => shown.some((one) => one.startsWith(`${resource}:`)));
	const isWrong = errors !== undefined && errors !== null && errors.length > 0;
	return (
		<fieldset
			disabled={disabled}
			aria-describedby={isWrong ? "privileges-errors" : undefined}
			className="grid min-w-0 gap-1.5"
		>
			<legend className="mb-1.5 font-medium">Privileges</legend>
			<table className="w-full border-separate border-spacing-0">
				<thead>
					<tr>
						<th scope="col" className="sr-only">
							Resource
						</th>
						{permissionActions.map((action) => (
							<th key={action} scope="col" className="px-0.5 pb-1 sm:w-16 text-center text-sm font-normal text-text-2">
								{actions[action]}
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{rows.map((resource) => (
						<tr key={resource}>
							<th scope="row" className="border-t border-line py-1.5 pr-2 text-left font-normal wrap-break-word">
								{inWords(resources[resource])}
							</th>
							{permissionActions.map((action) => {
								const privilege = `${resource}:${action}`;
								return (
									<td key={action} className="border-t border-line py-1.5 text-center">
										{shown.includes(privilege) && (
											<PrivilegeBox
												privilege={privilege}
												label={`${inWords(resources[resource])}: ${actions[action].toLowerCase()}`}
												isChosen={chosen.includes(privilege)}
												isHeld={held.includes(privilege)}
											/>
										)}
									</td>
								);
							})}
						</tr>
					))}
				</tbody>
			</table>
			{withOthers && allPermissions.some((one) => !held.includes(one)) && (
				<p className="text-sm text-text-2">
					You can grant and take away only what you hold yourself for the whole institution.
				</p>
			)}
			{isWrong && <FieldErrors id="privileges-errors" errors={errors} />}
		</fieldset>
	);
};

interface PrivilegeBoxProps {
	privilege: string;
	label: string;
	isChosen: boolean;
	isHeld: boolean;
}

const PrivilegeBox = ({ privilege, label, isChosen, isHeld }: PrivilegeBoxProps) => (
	<>
		<input
			type="checkbox"
			name="privileges"
			value={privilege}
			aria-label={label}
			title={isHeld ? label : `${label} (you do not hold it)`}
			defaultChecked={isChosen}
			disabled={!isHeld}
			className="checkbox"
		/>
		{/* why: a box that cannot be changed sends nothing, and what is granted stays. */}
		{!isHeld && isChosen && <input type="hidden" name="privileges" value={privilege} />}
	</>
);
