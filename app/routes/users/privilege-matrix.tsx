import { FieldErrors } from "#app/ui/form/field";
import { VisuallyHidden } from "#app/ui/visually-hidden";

/** What a resource of the specification (§6) is called on the screen. */
const resources: Record<string, string> = {
	appreport: "Application reports",
	application: "Applications",
	forms: "Forms",
	course: "Courses",
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
	reminder: "Reminders and report schedules",
	payments: "Transactions",
};

const actions = ["create", "read", "update", "delete"] as const;
const headings = { create: "Create", read: "See", update: "Change", delete: "Delete" };

export interface Grantable {
	name: string;
	resource: string;
	action: (typeof actions)[number];
	/** Whether the user who changes the role holds it: only then can it be granted or taken away. */
	isHeld: boolean;
}

interface PrivilegeMatrixProps {
	privileges: readonly Grantable[];
	granted: readonly string[];
	disabled: boolean;
	errors: readonly string[] | null;
}

/** What a role grants: a line for each resource, a box for each action that it knows. */
export const PrivilegeMatrix = ({ privileges, granted, disabled, errors }: PrivilegeMatrixProps) => {
	const byResource = Map.groupBy(privileges, ({ resource }) => resource);
	return (
		<fieldset disabled={disabled} className="grid gap-1.5">
			<legend className="mb-1.5 font-medium">Privileges</legend>
			<table className="w-full border-separate border-spacing-0">
				<thead>
					<tr>
						<th scope="col" className="text-left">
							<VisuallyHidden>Resource</VisuallyHidden>
						</th>
						{actions.map((action) => (
							<th key={action} scope="col" className="px-1 pb-1 text-center text-sm font-normal text-text-2">
								{headings[action]}
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{[...byResource].map(([resource, those]) => (
						<tr key={resource}>
							<th scope="row" className="border-t border-line py-1.5 pr-2 text-left font-normal wrap-anywhere">
								{resources[resource] ?? resource}
							</th>
							{actions.map((action) => {
								const privilege = those.find((one) => one.action === action);
								return (
									<td key={action} className="border-t border-line px-1 py-1.5 text-center">
										{privilege && (
											<PrivilegeBox
												privilege={privilege}
												isGranted={granted.includes(privilege.name)}
												label={`${headings[action]}: ${resources[resource] ?? resource}`}
											/>
										)}
									</td>
								);
							})}
						</tr>
					))}
				</tbody>
			</table>
			{privileges.some(({ isHeld }) => !isHeld) && (
				<p className="text-sm text-text-2">You can grant and take away only what you hold yourself.</p>
			)}
			{errors && errors.length > 0 && <FieldErrors errors={errors} />}
		</fieldset>
	);
};

interface PrivilegeBoxProps {
	privilege: Grantable;
	isGranted: boolean;
	label: string;
}

const PrivilegeBox = ({ privilege: { name, isHeld }, isGranted, label }: PrivilegeBoxProps) => (
	<>
		<input
			type="checkbox"
			name="privileges"
			value={name}
			aria-label={label}
			title={isHeld ? label : `${label} (you do not hold it)`}
			defaultChecked={isGranted}
			disabled={!isHeld}
			className="checkbox"
		/>
		{/* why: a box that cannot be changed sends nothing, and what is granted stays. */}
		{!isHeld && isGranted && <input type="hidden" name="privileges" value={name} />}
	</>
);
