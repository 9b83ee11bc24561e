import { FieldErrors } from "#app/ui/form/field";
import {
	allPermissions,
	type Permission,
	type PermissionAction,
	type PermissionResource,
	permissionActions,
	permissionResources,
} from "#worker/contract/permissions";

const resources: Record<PermissionResource, string> = {
	appreport: "Application reports",
	application: "Applications",
	forms: "Forms",
	course: "Courses",
	users: "Users",
	roles: "Roles",
	templates: "Templates and workflows",
	adminlevel: "Structure levels",
	levelitem: "Structure items",
	appgroups: "Application groups",
	groupitem: "Group items",
	paylog: "Payment settings",
	candigroup: "Uploaded candidates",
	candidate: "Applicants",
	statistics: "Statistics",
	organisation: "Settings",
	candiemail: "Emails to applicants",
	coupons: "Discount codes",
	reminder: "Reminders",
	payments: "Payments",
};

const actions: Record<PermissionAction, string> = { c: "Create", r: "Read", u: "Update", d: "Delete" };

/** Returns the privileges in words, one line for each resource: "Applicants: read, update". */
export const describePrivileges = (privileges: readonly string[]): string[] =>
	permissionResources.flatMap((resource) => {
		const held = permissionActions.filter((action) => privileges.includes(`${resource}:${action}`));
		return held.length === 0
			? []
			: [`${resources[resource]}: ${held.map((action) => actions[action].toLowerCase()).join(", ")}`];
	});

interface PrivilegeMatrixProps {
	/** The name of the fields; each carries one privilege. */
	name: string;
	legend: string;
	chosen: readonly string[];
	/** The privileges that the user holds, and so may give; others are not offered. */
	grantable: readonly string[];
	errors?: readonly string[];
}

/** Boxes for privileges: a row for each resource, a column for each action (§6). */
export const PrivilegeMatrix = ({ name, legend, chosen, grantable, errors = [] }: PrivilegeMatrixProps) => {
	const offered = permissionResources.filter((resource) => grantable.some((one) => one.startsWith(`${resource}:`)));
	return (
		<fieldset aria-describedby={errors.length > 0 ? `${name}-errors` : undefined} className="grid min-w-0 gap-1.5">
			<legend className="mb-1.5 font-medium">{legend}</legend>
			<table className="w-full border-separate border-spacing-0">
				<thead>
					<tr>
						<th scope="col" className="sr-only">
							Resource
						</th>
						{permissionActions.map((action) => (
							<th key={action} scope="col" className="w-16 pb-1 text-center text-sm font-normal text-text-2">
								{actions[action]}
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{offered.map((resource) => (
						<tr key={resource}>
							<th scope="row" className="border-t border-line py-1.5 pr-2 text-left font-normal">
								{resources[resource]}
							</th>
							{permissionActions.map((action) => (
								<td key={action} className="border-t border-line text-center">
									<Box name={name} privilege={`${resource}:${action}`} {...{ chosen, grantable }} />
								</td>
							))}
						</tr>
					))}
				</tbody>
			</table>
			{errors.length > 0 && <FieldErrors id={`${name}-errors`} errors={errors} />}
		</fieldset>
	);
};

interface BoxProps extends Pick<PrivilegeMatrixProps, "name" | "chosen" | "grantable"> {
	privilege: string;
}

const Box = ({ name, privilege, chosen, grantable }: BoxProps) => {
	if (!allPermissions.includes(privilege as Permission) || !grantable.includes(privilege)) return null;
	const [resource, action] = privilege.split(":") as [PermissionResource, PermissionAction];
	return (
		<input
			type="checkbox"
			name={name}
			value={privilege}
			defaultChecked={chosen.includes(privilege)}
			aria-label={`${resources[resource]}: ${actions[action].toLowerCase()}`}
			className="checkbox"
		/>
	);
};
