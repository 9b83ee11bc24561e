import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { createOrganisation, createStructure, createUser, signIn, testDb } from "#tests/support/factories";
import { buttonsOf, openForm } from "#tests/support/portal-form";
import { csrfOf, errorsOf, linkOf, linksOf, optionsOf, tagsOf, textOf } from "#tests/support/portal-page";
import { createStaff, sessionsOf, signedInBrowser } from "#tests/support/portal-session";
import { allPermissions } from "#worker/contract/permissions";
import { roles, userRoles, users } from "#worker/database/schema/auth";
import { adminLevelItems } from "#worker/database/schema/structure";

const openFixture = async (privileges: readonly string[] = allPermissions) => {
	const { id: organisationId } = await createOrganisation();
	const { departmentId } = await createStructure(organisationId);
	const staff = await createStaff({ organisationId, privileges, firstName: "Ada", lastName: "Obi" });
	const readers = { organisationId, id: `readers-${organisationId}`, name: "Readers", privileges: ["candidate:r"] };
	await testDb()
		.insert(roles)
		.values({ ...readers, createdAt: 1, updatedAt: 1 });
	const { browser } = await signedInBrowser(staff);
	const here = `/${organisationId}/users`;
	const pageOf = async (path: string) => (await browser.get(path)).text();
	const press = async (path: string, id: string, change: (form: FormData) => void) => {
		const form = openForm(await pageOf(path), id);
		change(form);
		return browser.post(path, form);
	};
	return { organisationId, departmentId, staff, readers, browser, here, pageOf, press };
};
let fixture: Awaited<ReturnType<typeof openFixture>>;
beforeAll(async () => {
	fixture = await openFixture();
});

test("invites a user with a role at a place, and shows them as invited", async () => {
	const { organisationId, departmentId, readers, here, pageOf, press } = fixture;
	const invited = await press(`${here}/new`, "user", (form) => {
		form.set("firstName", "Ngozi");
		form.set("lastName", "Umeh");
		form.set("email", "ngozi@north.example");
		form.set("roles[0].roleId", readers.id);
		form.set("roles[0].itemId", departmentId);
	});
	expect([invited.status, invited.headers.get("location")]).toEqual([302, here]);
	const page = await pageOf(`${here}?q=ngozi`);
	expect(textOf(page)).toMatch(
		/Ngozi Umeh Invited ngozi@north.example Readers \(Department of Physics\) Last login: Never/,
	);
	const dialog = await pageOf(linkOf(page, "Ngozi Umeh") ?? "");
	expect(textOf(dialog)).toMatch(/Invited. The link works until .* Never logged in. Resend invitation Block Delete/);
	const [user] = await testDb().select().from(users).where(eq(users.email, "ngozi@north.example"));
	expect(user?.organisationId).toBe(organisationId);
});

test("offers 10, 20, 50 and 100 rows a page", async () => {
	const { here, pageOf } = fixture;
	expect(optionsOf(await pageOf(here), "size")).toEqual(["10", "20", "50", "100"]);
});

test("keeps what was typed when a role is added, moved and removed, and when a field is wrong", async () => {
	const { readers, browser, here, pageOf, press } = fixture;
	const typed = (form: FormData) => {
		form.set("firstName", "Bola");
		form.set("email", "bola");
		form.set("roles[0].roleId", readers.id);
	};
	const pressed = async (html: string, intent: RegExp, change: (form: FormData) => void = () => undefined) => {
		const form = openForm(html, "user");
		change(form);
		form.set("__intent__", buttonsOf(html, "__intent__").find((one) => intent.test(one)) ?? "");
		const response = await browser.post(`${here}/new`, form);
		expect(response.status).toBe(200);
		return response.text();
	};
	const rolesIn = (html: string) => {
		const form = openForm(html, "user");
		expect(form.get("firstName")).toBe("Bola");
		return [0, 1].map((index) => form.get(`roles[${index}].roleId`));
	};
	const added = await pressed(await pageOf(`${here}/new`), /insert/, typed);
	expect(rolesIn(added)).toEqual([readers.id, ""]);
	const moved = await pressed(added, /reorder.*"from":1,"to":0/);
	expect(rolesIn(moved)).toEqual(["", readers.id]);
	expect(rolesIn(await pressed(moved, /remove.*"index":0/))).toEqual([readers.id, null]);
	const refused = await press(`${here}/new`, "user", typed);
	const page = await refused.text();
	expect([refused.status, errorsOf(page, "email"), errorsOf(page, "lastName")]).toEqual([
		422,
		"Invalid Email Address",
		"Enter the last name",
	]);
	expect(openForm(page, "user").get("firstName")).toBe("Bola");
});

test("blocks a user, whose sessions end, and refuses the last administrator", async () => {
	const { organisationId, staff, browser, here, pageOf } = await openFixture();
	const colleague = await createStaff({ organisationId, firstName: "Bola", lastName: "Ajayi", privileges: [] });
	await signedInBrowser(colleague);
	const path = `${here}/${colleague.id}`;
	expect(linkOf(await pageOf(path), "Block")).toBe(`${path}/block`);
	const question = await pageOf(`${path}/block`);
	expect(textOf(question)).toContain(`Block Bola Ajayi (${colleague.email})? All their sessions end at once`);
	const blocked = await browser.post(`${path}/block`, openForm(question, "block"));
	expect([blocked.status, blocked.headers.get("location")]).toEqual([302, path]);
	expect(textOf(await pageOf(path))).toContain("Blocked: the user cannot log in.");
	expect((await sessionsOf(colleague)).filter(({ endedAt }) => endedAt === null)).toEqual([]);
	const csrf = csrfOf(question);
	const own = await browser.post(`${here}/${staff.id}/block`, { csrf });
	expect([own.status, textOf(await own.text()).includes("You cannot block your own account.")]).toEqual([409, true]);
	const demoted = await browser.post(`${here}/${staff.id}`, { csrf, firstName: "Ada", lastName: "Obi" });
	expect(demoted.status).toBe(409);
	expect(textOf(await demoted.text())).toContain("This would leave nobody who can manage users and roles.");
});

test("sends a link, ends sessions and unblocks by the buttons of an account, and does nothing by another word", async () => {
	const { organisationId, browser, here, pageOf } = await openFixture();
	const colleague = await createUser({ organisationId, firstName: "Bola", lastName: "Ajayi", blocked: true });
	const path = `${here}/${colleague.id}`;
	const pressed = async (intent: string) => {
		const csrf = String(openForm(await pageOf(path), "user").get("csrf"));
		return browser.post(path, { csrf, intent });
	};
	expect((await pressed("unblok")).status).toBe(400);
	expect(textOf(await pageOf(path))).toContain("Blocked: the user cannot log in.");
	for (const [intent, said] of [
		["unblock", "The user can log in again"],
		["reset", "The link for a new password was sent"],
	] as const) {
		expect((await pressed(intent)).headers.get("location")).toBe(path);
		expect(textOf(await pageOf(path))).toContain(said);
	}
	expect(textOf(await pageOf(`${path}/end-sessions`))).toContain("Bola Ajayi has no open session.");
	await signIn(colleague);
	expect(linkOf(await pageOf(`${path}?q=bo`), "End sessions")).toBe(`${path}/end-sessions?q=bo`);
	const question = await pageOf(`${path}/end-sessions?q=bo`);
	expect(textOf(question)).toContain(`End 1 open session of Bola Ajayi (${colleague.email})?`);
	const ended = await browser.post(`${path}/end-sessions?q=bo`, openForm(question, "end-sessions"));
	expect([ended.status, ended.headers.get("location")]).toEqual([302, `${path}?q=bo`]);
	expect(textOf(await pageOf(path))).toContain("All sessions have ended");
});

test("shows a role at an item that is gone as one at a deleted place, and leaves it there when it is saved", async () => {
	const { organisationId, departmentId, here, pageOf, press, readers } = await openFixture();
	const colleague = await createUser({ organisationId, firstName: "Bola", lastName: "Ajayi" });
	const held = { organisationId, userId: colleague.id, roleId: readers.id, adminLevelItemId: departmentId };
	await testDb().delete(userRoles).where(eq(userRoles.userId, colleague.id));
	await testDb().insert(userRoles).values(held);
	await testDb().delete(adminLevelItems).where(eq(adminLevelItems.id, departmentId));
	expect(textOf(await pageOf(here))).toContain("Readers (Deleted place)");
	const path = `${here}/${colleague.id}`;
	const saved = await press(path, "user", (form) => {
		expect(form.get("roles[0].itemId")).toBe(departmentId);
		form.set("lastName", "Bello");
	});
	expect(saved.status).toBe(302);
	expect(await testDb().select().from(userRoles).where(eq(userRoles.userId, colleague.id))).toMatchObject([held]);
});

test("offers a manager of a faculty their own places and roles, and no privilege to put into a role", async () => {
	const manager = ["users:c", "users:r", "users:u", "roles:r", "roles:u", "candidate:r"];
	const { staff, departmentId, here, pageOf, press, readers } = await openFixture(manager);
	const [department] = await testDb().select().from(adminLevelItems).where(eq(adminLevelItems.id, departmentId));
	const facultyId = department?.parentItemId ?? "";
	const law = { organisationId: staff.organisationId, id: `law-${staff.organisationId}`, name: "Faculty of Law" };
	await testDb()
		.insert(adminLevelItems)
		.values({ ...law, levelId: "top" });
	await testDb().update(userRoles).set({ adminLevelItemId: facultyId }).where(eq(userRoles.userId, staff.id));
	const page = await pageOf(`${here}/new`);
	expect(optionsOf(page, "roles[0].itemId")).toEqual([
		"Whole institution",
		"Faculty of Science (Faculty)",
		"Department of Physics (Department)",
	]);
	expect(optionsOf(page, "roles[0].roleId")).toContain("Readers");
	const invited = await press(`${here}/new`, "user", (form) => {
		expect(form.get("roles[0].itemId")).toBe(facultyId);
		form.set("firstName", "Ngozi");
		form.set("lastName", "Umeh");
		form.set("email", "ngozi@north.example");
		form.set("roles[0].roleId", readers.id);
	});
	expect(invited.status).toBe(302);
	const role = await pageOf(`${here}/roles/${readers.id}`);
	const boxes = tagsOf(role, "input").filter((tag) => /type="checkbox"/.test(tag) && tag.includes('name="privileges"'));
	expect(boxes.filter((tag) => !tag.includes("disabled"))).toEqual([]);
	expect((await press(`${here}/roles/${readers.id}`, "role", (form) => form.set("name", "Readers here"))).status).toBe(
		302,
	);
});

test("offers a manager of users the places of a role, and those who only invite the invitation again", async () => {
	const { organisationId, readers } = fixture;
	const open = async (...privileges: string[]) => {
		const { browser } = await signedInBrowser(await createStaff({ organisationId, privileges }));
		return async (path: string) => (await browser.get(`/${organisationId}/users${path}`)).text();
	};
	const manage = await open("users:c", "users:r", "users:u", "users:d", "candidate:r");
	const page = await manage("/new");
	expect(optionsOf(page, "roles[0].itemId")).toContain("Department of Physics (Department)");
	expect(optionsOf(page, "roles[0].roleId")).toContain(readers.name);
	const invited = await createUser({ organisationId, emailConfirmedAt: null });
	const inviteOnly = await open("users:c", "users:r");
	const account = await inviteOnly(`/${invited.id}`);
	expect(textOf(account)).toContain("Resend invitation");
	expect(linkOf(account, "Block")).toBeUndefined();
});

test("finds users by name, role and block", async () => {
	const { organisationId, here, pageOf, readers } = await openFixture();
	const bola = await createUser({ organisationId, firstName: "Bola", lastName: "Ajayi", blocked: true });
	await createUser({ organisationId, firstName: "Chidi", lastName: "Eze" });
	await testDb().insert(userRoles).values({ organisationId, userId: bola.id, roleId: readers.id });
	for (const search of ["q=bol", `roleId=${readers.id}`, "blocked=true"]) {
		const page = textOf(await pageOf(`${here}?${search}`));
		expect([search, page.includes("Bola Ajayi"), page.includes("Chidi Eze")]).toEqual([search, true, false]);
	}
	expect(textOf(await pageOf(`${here}?q=nobody`))).toContain("No users found");
});

test("sorts users by what the heads of the list say, with the search, without scripts", async () => {
	const { organisationId, here, pageOf } = await openFixture();
	const join = (firstName: string, createdAt: number, lastLoginAt: number | null) =>
		createUser({ organisationId, firstName, lastName: "Eze", createdAt, lastLoginAt });
	await join("Bola", Date.UTC(2026, 8, 30), Date.UTC(2026, 10, 2, 9, 5));
	await join("Chidi", Date.UTC(2025, 0, 2), null);
	const orderOn = (page: string) =>
		["Bola Eze", "Chidi Eze"].sort((one, other) => textOf(page).indexOf(one) - textOf(page).indexOf(other));
	const page = await pageOf(`${here}?q=eze&blocked=false&page=0`);
	expect(textOf(page)).toMatch(/Bola Eze.*Last login: November 2nd 2026 Joined: September 30th 2026 Chidi Eze.*Never/);
	expect(page).toContain('title="November 2nd 2026, 10:05"');
	expect([linkOf(page, "Name"), orderOn(page)]).toEqual([
		`${here}?q=eze&blocked=false&sort=-name`,
		["Bola Eze", "Chidi Eze"],
	]);
	const byLogin = linkOf(page, "Last login") ?? "";
	expect(byLogin).toBe(`${here}?q=eze&blocked=false&sort=login`);
	const sorted = await pageOf(byLogin);
	expect(orderOn(sorted)).toEqual(["Chidi Eze", "Bola Eze"]);
	expect(tagsOf(sorted, "th").filter((tag) => tag.includes('aria-sort="ascending"'))).toHaveLength(1);
	expect(linkOf(sorted, "Last login")).toBe(`${here}?q=eze&blocked=false&sort=-login`);
	expect(tagsOf(sorted, "input"), "a search keeps the order").toContainEqual(
		expect.stringMatching(/type="hidden" name="sort" value="login"/),
	);
	expect(orderOn(await pageOf(linkOf(sorted, "Joined") ?? ""))).toEqual(["Chidi Eze", "Bola Eze"]);
	const dialog = await pageOf(linkOf(sorted, "Bola Eze") ?? "");
	expect(linkOf(dialog, "Cancel"), "a dialog returns to the order").toBe(`${here}?q=eze&blocked=false&sort=login`);
});

test("finds and sorts roles without scripts, and its dialogs return to the search", async () => {
	const { organisationId, browser, here, pageOf, press, readers } = await openFixture();
	const list = `${here}/roles`;
	const writers = { ...readers, id: `writers-${organisationId}`, name: "Writers", createdAt: 1, updatedAt: 1 };
	await testDb().insert(roles).values(writers);
	const holder = await createUser({ organisationId });
	await testDb().insert(userRoles).values({ organisationId, userId: holder.id, roleId: readers.id });
	const page = await pageOf(`${list}?q=ers`);
	expect(textOf(page)).toMatch(/Readers.*Writers/);
	expect(textOf(page)).not.toContain(`Role of ${holder.id}`);
	expect(linkOf(page, "Name")).toBe(`${list}?q=ers&sort=-name`);
	expect(linksOf(page)).toContain(`${list}?q=ers&sort=holders`);
	const sorted = await pageOf(`${list}?q=ers&sort=holders`);
	expect(textOf(sorted)).toMatch(/Writers.*Readers/);
	expect(textOf(await pageOf(`${list}?q=nothing`))).toMatch(/No roles found Nothing matches the search\. Show all/);
	const role = linkOf(sorted, "Writers") ?? "";
	expect(role).toBe(`${list}/${writers.id}?q=ers&sort=holders`);
	const dialog = await pageOf(role);
	const back = `${list}?q=ers&sort=holders`;
	expect(linkOf(dialog, "History")).toBe(`${list}/${writers.id}/history?q=ers&sort=holders`);
	expect(linkOf(dialog, "Cancel")).toBe(back);
	const copy = linkOf(dialog, "Copy") ?? "";
	expect(copy).toBe(`${list}/new?q=ers&sort=holders&copy=${writers.id}`);
	expect(linkOf(await pageOf(copy), "Cancel")).toBe(back);
	const saved = await press(role, "role", (form) => form.set("name", "Editors"));
	expect(saved.headers.get("location")).toBe(back);
	const deleted = await press(linkOf(dialog, "Delete") ?? "", "delete", () => undefined);
	expect(deleted.headers.get("location")).toBe(back);
	const wrong = await browser.get(`${list}?sort=age`);
	expect([wrong.status, textOf(await wrong.text())]).toEqual([
		422,
		expect.stringContaining("Some of the address is not valid."),
	]);
});

test("makes a copy of a role, changes it in the matrix, says who holds it and deletes it when nobody does", async () => {
	const { organisationId, here, pageOf, press, readers } = await openFixture();
	const list = `${here}/roles`;
	const copied = await press(`${list}/new?copy=${readers.id}`, "role", (form) => {
		expect([form.get("name"), form.getAll("privileges")]).toEqual(["Copy of Readers", ["candidate:r"]]);
		form.append("privileges", "payments:r");
	});
	expect(copied.headers.get("location")).toBe(list);
	const [copy] = await testDb().select().from(roles).where(eq(roles.name, "Copy of Readers"));
	expect(copy).toMatchObject({ organisationId, privileges: ["candidate:r", "payments:r"] });
	const path = `${list}/${copy?.id}`;
	const page = await pageOf(path);
	const boxes = tagsOf(page, "input").filter((tag) => tag.includes('name="privileges"'));
	expect(boxes).toHaveLength(allPermissions.length);
	expect(boxes.filter((tag) => /value="payments:[cd]"/.test(tag))).toEqual([]);
	expect(textOf(page)).toContain("Nobody holds this role.");
	const taken = await press(path, "role", (form) => form.set("name", "readers"));
	expect([taken.status, errorsOf(await taken.text(), "name")]).toEqual([409, "A role with this name already exists"]);
	const holder = await createUser({ organisationId, firstName: "Chidi", lastName: "Eze" });
	const held = { organisationId, userId: holder.id, roleId: copy?.id ?? "" };
	await testDb().insert(userRoles).values(held);
	expect(textOf(await pageOf(path))).toContain("Held by Chidi Eze");
	expect(textOf(await pageOf(`${path}/delete`))).toContain("cannot be deleted: 1 user holds it");
	await testDb().delete(userRoles).where(eq(userRoles.userId, holder.id));
	const deleted = await press(`${path}/delete`, "delete", () => undefined);
	expect(deleted.headers.get("location")).toBe(list);
	expect(await testDb().select().from(roles).where(eq(roles.id, held.roleId))).toEqual([]);
});

test("leaves out of a copy what the user could neither grant nor untick", async () => {
	const { organisationId, here, pageOf, press } = await openFixture(["roles:r", "roles:c", "candidate:r"]);
	const more = { organisationId, id: `more-${organisationId}`, name: "More", createdAt: 1, updatedAt: 1 };
	await testDb()
		.insert(roles)
		.values({ ...more, privileges: ["candidate:r", "candidate:u", "payments:r"] });
	const path = `${here}/roles/new?copy=${more.id}`;
	expect(textOf(await pageOf(path))).toContain(
		"2 privileges of the role that is copied are left out, because you do not hold them for the whole institution.",
	);
	const copied = await press(path, "role", () => undefined);
	expect([copied.status, copied.headers.get("location")]).toEqual([302, `${here}/roles`]);
	const [copy] = await testDb().select().from(roles).where(eq(roles.name, "Copy of More"));
	expect(copy?.privileges).toEqual(["candidate:r"]);
});

test("shows who changed a role, and restores what it granted", async () => {
	const { here, readers, pageOf, press, browser } = await openFixture();
	const path = `${here}/roles/${readers.id}`;
	await press(path, "role", (form) => {
		form.set("name", "Readers of everything");
		form.append("privileges", "course:r");
	});
	expect(linkOf(await pageOf(path), "History")).toBe(`${path}/history`);
	const page = await pageOf(`${path}/history`);
	expect(textOf(page)).toMatch(
		/changed it.*Name before: Readers now: Readers of everything Privileges added: Courses: see 1 other as before/,
	);
	const form = new FormData();
	form.set("csrf", openForm(await pageOf(path), "role").get("csrf") as string);
	const [changeId = ""] = buttonsOf(page, "changeId");
	form.set("changeId", changeId);
	const restored = await browser.post(`${path}/history`, form);
	expect([restored.status, restored.headers.get("location")]).toEqual([302, `${path}/history`]);
	expect(openForm(await pageOf(path), "role").get("name")).toBe("Readers");
	expect(textOf(await pageOf(`${path}/history`))).toContain("restored a former state");
});

test("shows what a colleague saved of a role meanwhile, and keeps what was typed", async () => {
	const { here, pageOf, press, browser, readers } = await openFixture();
	const path = `${here}/roles/${readers.id}`;
	const stale = openForm(await pageOf(path), "role");
	stale.set("name", "Mine");
	await press(path, "role", (form) => form.set("name", "Theirs"));
	const refused = await browser.post(path, stale);
	const page = await refused.text();
	expect(refused.status).toBe(409);
	expect(textOf(page)).toMatch(/Saved by somebody else.*Theirs/);
	expect(openForm(page, "role").get("name")).toBe("Mine");
	expect((await browser.post(path, openForm(page, "role"))).status).toBe(302);
});

test("offers only what the user holds: roles that grant more, and privileges that one lacks, cannot be chosen", async () => {
	const clerk = ["users:c", "users:r", "users:u", "roles:r", "roles:u", "candidate:r"];
	const { staff, here, pageOf, press, readers } = await openFixture(clerk);
	const boss = await createUser({ organisationId: staff.organisationId });
	const page = await pageOf(`${here}/new`);
	const choices = optionsOf(page, "roles[0].roleId");
	expect(choices.find((choice) => choice.startsWith(`Role of ${boss.id}`))).toContain("(grants more than you hold)");
	expect(choices).toContain("Readers");
	await testDb()
		.update(roles)
		.set({ privileges: ["candidate:r", "coupons:d"] })
		.where(eq(roles.id, readers.id));
	const saved = await press(`${here}/roles/${readers.id}`, "role", (form) => {
		expect(form.getAll("privileges").sort()).toContain("coupons:d");
		form.set("name", "Readers of all");
	});
	expect(saved.status).toBe(302);
	const [kept] = await testDb().select().from(roles).where(eq(roles.id, readers.id));
	expect(kept).toMatchObject({ name: "Readers of all", privileges: ["candidate:r", "coupons:d"] });
});

test("dialogs of users and roles that can only be read have a button to close them", async () => {
	const { organisationId, readers } = await openFixture();
	const { browser } = await signedInBrowser(await createStaff({ organisationId, privileges: ["users:r", "roles:r"] }));
	const user = await createUser({ organisationId });
	for (const [path, closeTo] of [
		[`users/${user.id}`, "users"],
		[`users/roles/${readers.id}`, "users/roles"],
	] as const) {
		const page = await (await browser.get(`/${organisationId}/${path}`)).text();
		const [, foot = ""] = /<dialog\b[\s\S]*?<footer\b([\s\S]*?)<\/footer>/.exec(page) ?? [];
		expect(linkOf(foot, "Close"), path).toBe(`/${organisationId}/${closeTo}`);
		expect(page).not.toMatch(/>Save<|>Cancel</);
	}
});

test("offers nothing with the account of a user who holds more, and says why", async () => {
	const { organisationId } = fixture;
	const administrator = await createStaff({ organisationId, firstName: "Bola", lastName: "Ajayi" });
	await signedInBrowser(administrator);
	const reader = await createStaff({ organisationId, privileges: ["users:r"] });
	const clerk = await createStaff({ organisationId, privileges: ["users:r", "users:u", "users:d", "roles:r"] });
	const { browser } = await signedInBrowser(clerk);
	const pageAt = async ({ id }: { id: string }) => (await browser.get(`/${organisationId}/users/${id}`)).text();
	const page = await pageAt(administrator);
	expect(textOf(page)).toContain("This user holds privileges that you do not.");
	expect(textOf(page)).not.toMatch(/Send password reset|End sessions/);
	expect(linkOf(page, "Block")).toBeUndefined();
	const other = await pageAt(reader);
	expect(textOf(other)).toContain("Send password reset");
	expect(textOf(other)).not.toContain("This user holds privileges");
	expect(linkOf(other, "Block")).toBeDefined();
	expect(textOf(await pageAt(clerk)), "one's own").not.toContain("This user holds privileges");
});

test("offers a user of a place the accounts of that place alone", async () => {
	const { organisationId, departmentId } = fixture;
	const privileges = ["users:r", "users:u", "roles:r"];
	const clerk = await createStaff({ organisationId, privileges });
	const there = await createStaff({ organisationId, privileges: ["users:r"] });
	const everywhere = await createStaff({ organisationId, privileges: ["users:r"] });
	for (const { id } of [clerk, there])
		await testDb().update(userRoles).set({ adminLevelItemId: departmentId }).where(eq(userRoles.userId, id));
	const { browser } = await signedInBrowser(clerk);
	const blockOf = async ({ id }: { id: string }) =>
		linkOf(await (await browser.get(`/${organisationId}/users/${id}`)).text(), "Block");
	expect(await blockOf(there)).toBeDefined();
	expect(await blockOf(everywhere)).toBeUndefined();
});
