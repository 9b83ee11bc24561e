import { expect, test } from "vitest";
import { redact } from "./redact";

test("removes secrets however they are spelled, the longer first", () => {
	const secrets = ["sk/1", 'quo"te', "sk/1+more"];
	expect(redact('a sk%2F1 b sk/1+more c quo\\"te d sk/1', secrets)).toBe(
		"a [removed] b [removed] c [removed] d [removed]",
	);
});

test("removes what can charge a card or act as the institution", () => {
	const body =
		'{"authorization": {"authorization_code": "AUTH_x\\"y", "last4": "4081"}, "access_token":"t","amount":1}';
	expect(redact(body, [])).toBe(
		'{"authorization": {"authorization_code": "[removed]", "last4": "4081"}, "access_token":"[removed]","amount":1}',
	);
});

test.each(["AUTH_x", "AUTH_x\\", 'AUTH_x\\"y', "AUTH_x\\\ny"])(
	"removes them from a body that broke off too: %j",
	(rest) => {
		expect(redact(`{"last4":"4081","authorization_code":"${rest}`, [])).toBe(
			'{"last4":"4081","authorization_code":"[removed]"',
		);
	},
);

test("leaves a text without secrets as it is", () => expect(redact("{}", ["", "x"])).toBe("{}"));
