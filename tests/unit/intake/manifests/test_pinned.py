"""Which dependencies a manifest states, and which of them name exactly one version, by ecosystem."""

from __future__ import annotations

import pytest

from steward.intake.manifests import compare

SHA = "0123456789abcdef0123456789abcdef01234567"
HASH = "a" * 64


def stated(path: str, text: str) -> list[tuple[str, bool]]:
    """Name and pinned of everything that a new manifest states."""
    found = compare(path, None, text.encode())
    assert found.missing is None, found.missing
    return [(one.name, one.pinned) for one in found.added]


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ("require x.y/z v1.2.3 // indirect", [("x.y/z", True)]),
        ('require (\n"x.y/z" v0.0.0-20200101000000-abcdefabcdef\n)', [("x.y/z", True)]),
        ("require(\nx v1.0.0+incompatible\n)", [("x", True)]),
        ("require x latest", [("x", False)]),
        ("require x v1", [("x", False)]),
        ("replace x => y/z v1.0.0", [("y/z", True)]),
        ("replace x v1.0.0 => ../z", [("../z", True)]),
        ("replace (\nx => y/z main\n)", [("y/z", False)]),
        ("exclude x v1.0.0\nretract v1.0.0\ntoolchain go1.22\ntool x\n// require y latest", []),
    ],
)
def test_go(row: str, expected: list[tuple[str, bool]]) -> None:
    assert stated("go.mod", f"module m\n{row}\n") == expected


@pytest.mark.parametrize(
    ("version", "pinned"),
    [
        ("1.2.3", True),
        ("v1.2.3", True),
        ("=1.2.3", True),
        ("1.2.3-rc.1+b", True),
        (f"git+https://h/x.git#{SHA}", True),
        (f"user/repo#{SHA}", True),
        ("file:../x", True),
        ("workspace:*", True),
        ("link:../x", True),
        ("catalog:", True),
        ("^1.2.3", False),
        ("~1.2.3", False),
        ("1.2", False),
        ("1.x", False),
        ("*", False),
        ("", False),
        ("latest", False),
        (">=1.2.3", False),
        ("1.2.3 || 2.0.0", False),
        ("1.2.3 - 2.0.0", False),
        ("user/repo", False),
        ("user/repo#main", False),
        ("user/repo#semver:1.2.3", False),
        (f"#{SHA}", False),
        ("https://h/x.tgz", False),
        (f"user/repo#{SHA[:7]}", False),
        (" 1.2.3 ", True),
        ("1.2.3.4", False),
    ],
)
def test_npm(version: str, pinned: bool) -> None:
    assert stated("package.json", f'{{"devDependencies": {{"x": "{version}"}}}}') == [("x", pinned)]


def test_npm_sections_aliases_and_overrides() -> None:
    text = """{"name": "n", "version": "^1", "scripts": {"x": "^1"},
      "peerDependencies": {"p": ">=1"}, "optionalDependencies": {"o": "1.0.0"},
      "dependencies": {"a": "npm:@s/real@^2", "b": "npm:real@1.0.0"},
      "overrides": {"c": {".": "1.0.0", "d": "1.x"}, "e@2": "$a"}, "resolutions": {"**/f": "^1", "@s/g": "1.0.0"},
      "pnpm": {"overrides": {"h>i": "^3"}, "peerDependencyRules": {"allowedVersions": {"j": "1"}}}}"""
    assert stated("package.json", text) == [
        ("p", False),
        ("o", True),
        ("@s/real", False),
        ("real", True),
        ("c", True),
        ("d", False),
        ("f", False),
        ("@s/g", True),
        ("i", False),
    ]


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ("x==1.2.3", [("x", True)]),
        ("X_y.z [a,b] == 1!2.0.post1+local ; python_version < '3'", [("X_y.z", True)]),
        ("x===weird", [("x", True)]),
        ("x (==1.0)", [("x", True)]),
        ("x==1.0,>=0.5", [("x", True)]),
        (f"x==1.0 \\\n  --hash=sha256:{HASH} \\\n  --hash=sha256:{HASH}  # why", [("x", True)]),
        ("x==1.*", [("x", False)]),
        ("x~=1.0", [("x", False)]),
        ("x>=1,<2", [("x", False)]),
        ("x!=1.0", [("x", False)]),
        ("x", [("x", False)]),
        (f"x @ git+https://h/x@{SHA}", [("x", True)]),
        (f"x @ git+ssh://git@h/x.git@{SHA}#subdirectory=y ; python_version<'3'", [("x", True)]),
        ("x @ git+https://h/x@v1.0", [("x", False)]),
        ("x @ git+https://h/x", [("x", False)]),
        (f"x @ git+https://{SHA}@h/x", [("x", False)]),
        (f"x @ https://h/x.whl#sha256={HASH}", [("x", True)]),
        ("x @ https://h/x-1.0.whl", [("x", False)]),
        ("x @ file:///tmp/x", [("x", True)]),
        (f"-e git+https://h/x@{SHA}#egg=x", [("x", True)]),
        ("--editable ./x", [("./x", True)]),
        ("git+https://h/x@main#egg=x", [("x", False)]),
        ("./x.whl", [("./x.whl", True)]),
        ("# x\u2028y", [("y", False)]),
        ("# x\x0cy==1", [("y", True)]),
        ("-r other.txt\n--index-url https://h\n# x\n  \n", []),
    ],
)
def test_pip(row: str, expected: list[tuple[str, bool]]) -> None:
    assert stated("requirements.txt", row + "\n") == expected


def test_a_requirement_over_several_lines_stands_in_its_first() -> None:
    found = compare("requirements.txt", None, b"# one\n\nx==1 \\\n  --hash=a\ny==2\n").added
    assert [(one.name, one.line) for one in found] == [("x", 3), ("y", 5)]


def test_pyproject() -> None:
    text = f"""[build-system]
requires = ["b==1"]
[project]
name = "n"
dependencies = ["a>=1", "a2==1"]
[project.optional-dependencies]
t = ["o"]
[dependency-groups]
d = ["g==2", {{include-group = "t"}}]
[tool.uv]
dev-dependencies = ["u<2"]
[tool.uv.sources]
uv1 = {{git = "x", branch = "main"}}
uv2 = {{workspace = true}}
[tool.hatch.envs.e]
dependencies = ["h"]
[tool.poetry.dependencies]
python = "^3.11"
p = "^1"
q = "1.2.3"
r = {{git = "x", rev = "{SHA}"}}
s = {{git = "x", branch = "main"}}
t1 = {{path = "../t"}}
v = {{version = "==1.0", extras = ["a"]}}
w = "*"
[tool.poetry.group.dev.dependencies]
x1 = "~1"
"""
    assert stated("pyproject.toml", text) == [
        ("b", True),
        ("a", False),
        ("a2", True),
        ("o", False),
        ("g", True),
        ("u", False),
        ("uv1", False),
        ("h", False),
        ("p", False),
        ("q", True),
        ("r", True),
        ("s", False),
        ("t1", True),
        ("v", True),
        ("w", False),
        ("x1", False),
    ]


def test_cargo() -> None:
    text = f"""[dependencies]
a = "1.2"
b = "=1.2.3"
c = {{ version = "=1.2.3", features = ["x"] }}
d = {{ path = "../d", version = "1" }}
e = {{ workspace = true }}
f = {{ git = "x", rev = "{SHA}" }}
g = {{ git = "x", tag = "v1" }}
h = {{ package = "real", version = "*" }}
i = "=1.2"
[dev-dependencies.j]
version = "^1"
[target.'cfg(unix)'.build-dependencies]
k = "~1"
[workspace.dependencies]
l = ">=1, =1.2.3"
[patch.crates-io]
m = {{ git = "x", branch = "main" }}
[features]
n = ["a"]
"""
    assert stated("Cargo.toml", text) == [
        ("a", False),
        ("b", True),
        ("c", True),
        ("d", True),
        ("e", True),
        ("f", True),
        ("g", False),
        ("real", False),
        ("i", False),
        ("j", False),
        ("k", False),
        ("l", True),
        ("m", False),
    ]


@pytest.mark.parametrize(
    ("version", "pinned"),
    [
        ("1.2.3", True),
        ("[1.2.3]", True),
        ("${v}", True),
        ("${project.version}", True),
        ("33.0.0-jre", True),
        ("[1,2)", False),
        ("[1,)", False),
        ("(,1]", False),
        ("1-SNAPSHOT", False),
        ("LATEST", False),
        ("RELEASE", False),
        ("${loose}", False),
        ("${unknown}", False),
        ("${twice}", False),
        ("${self}", False),
        ("${v}${loose}", False),
    ],
)
def test_maven(version: str, pinned: bool) -> None:
    text = f"""<project xmlns="http://maven.apache.org/POM/4.0.0"><version>7</version><properties><v>1.2</v>
    <loose>[1,2)</loose><twice>1</twice><self>${{self}}</self></properties>
    <dependencies><dependency><groupId>g</groupId><artifactId>a</artifactId><version>{version}</version></dependency>
    </dependencies><profiles><profile><properties><twice>2</twice></properties></profile></profiles></project>"""
    assert stated("pom.xml", text) == [("g:a", pinned)]


def test_maven_without_a_version_is_managed_elsewhere_but_a_plugin_is_the_newest() -> None:
    text = """<project><parent><groupId>p</groupId><artifactId>parent</artifactId><version>1</version></parent>
    <dependencies><dependency><groupId>g</groupId><artifactId>a</artifactId></dependency></dependencies>
    <build><plugins><plugin><artifactId>maven-x-plugin</artifactId></plugin></plugins></build>
    <!-- <dependency><groupId>no</groupId><artifactId>no</artifactId></dependency> --></project>"""
    assert stated("pom.xml", text) == [
        ("p:parent", True),
        ("g:a", True),
        ("org.apache.maven.plugins:maven-x-plugin", False),
    ]


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ("implementation 'g:a:1.2'", [("g:a", True)]),
        ('testImplementation("g:a:1.2:tests@jar")', [("g:a", True)]),
        ("api 'g:a:1.+'", [("g:a", False)]),
        ("api 'g:a:[1,2)'", [("g:a", False)]),
        ("api 'g:a:latest.release'", [("g:a", False)]),
        ("api 'g:a:1-SNAPSHOT'", [("g:a", False)]),
        ("api 'g:a'", [("g:a", True)]),
        ("api 'g:a:' + '1.+'", [("g:a", False)]),
        ('implementation("g", "a", "1.+")', [("g:a", False)]),
        ('implementation("g", "a")', [("g:a", True)]),
        ('buildConfigField("String", "A", "+")', []),
        ("api libs.a.b", []),
        ("api project(':a:b')", []),
        ("api group: 'g', name: 'a', version: '1.+'", [("g:a", False)]),
        ('api(group = "g", name = "a", version = "1")', [("g:a", True)]),
        ("plugins { id 'a.b' version '1' }", [("a.b", True)]),
        ('plugins { id("a.b").version("1.+") }', [("a.b", False)]),
        ('plugins { kotlin("jvm") version "1.9" }', [("org.jetbrains.kotlin.jvm", True)]),
        ("def v = '1.2'\napi \"g:a:$v\"", [("g:a", True)]),
        ('val v = "1.+"\napi("g:a:${v}")', [("g:a", False)]),
        ("ext.v = '1'\nv = '2'\napi \"g:a:$v\"", [("g:a", False)]),
        ('api "g:a:$unknown"', [("g:a", False)]),
        ("// api 'g:a:+'\n/* api 'g:b:+' */ url 'https://h/x' // 'g:c:+'", []),
        ("/* never closed api 'g:a:+'", []),
    ],
)
def test_gradle(row: str, expected: list[tuple[str, bool]]) -> None:
    assert stated("build.gradle", row + "\n") == expected
    assert stated("build.gradle.kts", row + "\n") == expected


@pytest.mark.parametrize(
    ("version", "pinned"),
    [
        ("1.2.3", True),
        ("[1.2.3]", True),
        ("1.2.3-beta.1", True),
        ("$(V)", True),
        ("$(v)", True),
        ("1.*", False),
        ("*", False),
        ("[1,2)", False),
        ("(1,)", False),
        ("$(Loose)", False),
        ("$(Unknown)", False),
        ("$(Twice)", False),
        ("1.2.*-*", False),
    ],
)
def test_nuget(version: str, pinned: bool) -> None:
    text = f"""<Project><PropertyGroup><V>1.2.3</V><Loose>1.*</Loose><Twice>1</Twice></PropertyGroup>
    <PropertyGroup Condition="x"><Twice>2</Twice></PropertyGroup><ItemGroup>
    <PackageReference Include="A" Version="{version}" /><PackageReference Include="B">
    <Version>{version}</Version></PackageReference><PackageReference Include="C" /></ItemGroup></Project>"""
    assert stated("A.csproj", text) == [("A", pinned), ("B", pinned), ("C", True)]


@pytest.mark.parametrize(
    "package",
    [
        '<packagereference include="A" version="*"/>',
        '<PackageReference Include="A"><version>*</version></PackageReference>',
        '<PackageReference Include="A"><Version>1.2.3</Version><Version>1.*</Version></PackageReference>',
        '<PackageReference Include="A" Version="1.2.3" VersionOverride="*"/>',
    ],
)
def test_nuget_names_have_no_case_and_every_version_counts(package: str) -> None:
    assert stated("A.csproj", f"<Project>{package}</Project>") == [("A", False)]


def test_pub() -> None:
    text = f"""name: n
environment: {{sdk: ^3.0.0}}
dependencies:
  flutter: {{sdk: flutter}}
  a: ^1.0.0
  b: 1.2.3
  c:
  d: any
  e: '>=1.0.0 <2.0.0'
  f: {{path: ../f}}
  g: {{git: {{url: x, ref: {SHA}}}}}
  h: {{git: {{url: x, ref: main}}}}
  i: {{git: x}}
  j: {{hosted: x, version: 1.0.0}}
dev_dependencies:
  k: "1.0.0+1"
dependency_overrides:
  l: 2.0.0
"""
    assert stated("pubspec.yaml", text) == [
        ("flutter", True),
        ("a", False),
        ("b", True),
        ("c", False),
        ("d", False),
        ("e", False),
        ("f", True),
        ("g", True),
        ("h", False),
        ("i", False),
        ("j", True),
        ("k", True),
        ("l", True),
    ]


@pytest.mark.parametrize(
    ("rest", "pinned"),
    [
        ('exact: "1.2.3"', True),
        ('.exact("1.2.3")', True),
        (f'revision: "{SHA}"', True),
        (f'.revision("{SHA}")', True),
        ('from: "1.2.3"', False),
        ('.upToNextMajor(from: "1.2.3")', False),
        ('"1.2.3"..<"2.0.0"', False),
        ('"1.2.3"..."1.2.3"', False),
        ('branch: "main"', False),
        ('revision: "v1"', False),
        ("exact: version", False),
    ],
)
def test_swift(rest: str, pinned: bool) -> None:
    package = f'.package(url: "https://h/a/b.git", {rest}),'
    text = f'let p = Package(dependencies: [\n// .package(url: "no")\n{package}\n])'
    assert stated("Package.swift", text) == [("h/a/b", pinned)]


def test_swift_folders_identities_and_addresses() -> None:
    text = '.package(path: "../a"), .package(id: "s.b", exact: "1.0.0"),'
    text += '.package(name: "c", url: "git@h:c/d.git", from: "1.0.0")'
    assert stated("Package.swift", text) == [("../a", True), ("s.b", True), ("h/c/d", False)]
